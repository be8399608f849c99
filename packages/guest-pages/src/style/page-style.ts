import { accentsOf } from './brand-colors.ts';

/**
 * The stylesheet of all pages. A builder changes the custom properties at its beginning; the accent comes from the
 * setting `BRAND_COLOR`, moved in each colour scheme until it can be read.
 */
export const pageStyle = (brandColor: string): string => {
  const accent = accentsOf(brandColor);
  return `:root {
  color-scheme: light dark;
  --text: #1d1b26;
  --quiet: #5a5768;
  --ground: #f8f7fa;
  --panel: #fff;
  --line: #dcd9e4;
  --field: #7b778c;
  --accent: ${accent.light};
  --on-accent: #fff;
  --tint: #f4f2f7;
  --bad: #a3133a;
  --good: #17663a;
  --shadow: 0 1px 2px rgb(29 27 38 / .06), 0 8px 28px rgb(29 27 38 / .08);
  --radius: 1rem;
  --wide: 64rem;
  font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f0eef6;
    --quiet: #b4b0c4;
    --ground: #131219;
    --panel: #1d1b26;
    --line: #383545;
    --field: #8d889f;
    --accent: ${accent.dark};
    --on-accent: #131219;
    --tint: #262432;
    --bad: #ff9db4;
    --good: #7fd8a2;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
main { flex: 1; width: 100%; max-width: var(--wide); margin: 0 auto; padding: 0 1rem 3rem; }
header.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.5rem; }
.bar { width: 100%; max-width: var(--wide); margin: 0 auto; padding: .75rem 1rem; color: var(--quiet); }
footer.bar { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding-bottom: 1.5rem; font-size: .875rem; }
footer.bar a { color: inherit; padding: .25rem 0; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; font-size: .9375rem; }
.who a { display: inline-flex; align-items: center; min-height: 2.25rem; }
.who form { display: flex; align-items: center; gap: .5rem; }
.who bdi { max-width: 9rem; overflow: hidden; color: var(--text); font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.who button.plain { min-height: 2.25rem; padding: 0; border: 0; font-size: inherit; }
.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2rem; color: var(--text); font-weight: 700; text-decoration: none; }
.mark { display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: .6rem; color: var(--on-accent); background: var(--accent); font-size: 1rem; }
.brand img { display: block; max-height: 2rem; width: auto; }
h1 { margin: 0 0 .75rem; font-size: clamp(1.5rem, 1.1rem + 2.2vw, 2.5rem); line-height: 1.15; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.25; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { padding: .1em .35em; border-radius: .35em; background: var(--tint); border: 1px solid var(--line); font-size: .9em; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
.small > a { display: inline-block; padding: .25rem 0; }
.note { margin: 0 0 .35rem; color: var(--accent); font-weight: 700; }
.note.off { color: var(--bad); }
.panel.off { border-left: 4px solid var(--bad); }
.lines { white-space: pre-line; }
.panel { padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--panel); box-shadow: var(--shadow); }
.panel form + h2 { margin-top: 1.75rem; }
.panel > details { margin-top: 1.25rem; }
.panel > :last-child { margin-bottom: 0; }
.page { max-width: 40rem; margin: 0 auto; padding-top: 1rem; }
.cover { position: relative; display: grid; place-items: center; aspect-ratio: 16 / 9; overflow: hidden; border-radius: var(--radius); color: #fff; font-size: clamp(2.25rem, 8vw, 3.25rem); line-height: 1; background: linear-gradient(135deg, #37307c, #b4567f); }
.cover img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; background: inherit; }
.cover img::after { content: ""; position: absolute; inset: 0; background: inherit; }
.cover.bare { aspect-ratio: 3 / 1; }
.cover span { display: grid; position: relative; place-items: center; color: #1d1b26; width: 1.9em; height: 1.9em; border-radius: 50%; background: rgb(255 255 255 / .88); }
.event { display: grid; gap: 1.25rem; }
.lead .cover { margin-bottom: 1rem; }
.lead h1 { margin: 0; }
.lead .note { margin: 0 0 .35rem; }
.facts { display: grid; gap: .9rem; margin: 0 0 1rem; }
.facts div { display: grid; grid-template-columns: 1.5rem 1fr; gap: 0 .75rem; }
.facts div::before { content: ""; grid-row: span 2; width: 1.5rem; height: 1.5rem; margin-top: .15rem; background: var(--accent); -webkit-mask: var(--icon) center / contain no-repeat; mask: var(--icon) center / contain no-repeat; }
.when { --icon: url(icon-when.svg); }
.where { --icon: url(icon-where.svg); }
.online { --icon: url(icon-online.svg); }
.organizer { --icon: url(icon-organizer.svg); }
.price { --icon: url(icon-price.svg); }
.facts dt { color: var(--quiet); font-size: .875rem; }
.facts dd { margin: 0; font-weight: 550; text-wrap: pretty; }
.facts dd .small { display: block; font-weight: 400; }
.facts time { display: block; text-wrap: balance; }
.facts dd a { display: inline-block; padding: .15rem 0; font-weight: 400; font-size: .875rem; }
.description p { margin: 0; white-space: pre-line; }
.details > :last-child { margin-bottom: 0; }
form .field { margin: 0 0 1rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
.hint { display: block; margin: .3rem 0 0; color: var(--quiet); font-size: .875rem; font-weight: 400; }
input, select { width: 100%; min-height: 3rem; padding: .6rem .8rem; border: 1px solid var(--field); border-radius: .65rem; color: var(--text); background: var(--ground); font: inherit; font-size: 1.0625rem; }
textarea { width: 100%; padding: .6rem .8rem; border: 1px solid var(--field); border-radius: .65rem; color: var(--text); background: var(--ground); font: inherit; resize: vertical; }
input[type=radio], input[type=checkbox] { flex: none; width: 1.35rem; min-height: 1.35rem; margin: 0; accent-color: var(--accent); }
.choices { display: grid; gap: .5rem; margin: 0 0 1rem; padding: 0; border: 0; }
.choices legend { margin-bottom: .35rem; padding: 0; font-weight: 600; }
.choices label, .check { display: flex; align-items: center; gap: .65rem; min-height: 2.75rem; margin: 0; font-weight: 500; }
.choices label { padding: .35rem .8rem; border: 1px solid var(--field); border-radius: .65rem; }
.choices label:has(:checked) { border-color: var(--accent); background: var(--tint); }
input[aria-invalid="true"], textarea[aria-invalid="true"] { border: 2px solid var(--bad); }
input.code { font-size: 1.5rem; letter-spacing: .4em; font-variant-numeric: tabular-nums; }
.fault { margin: 0 0 1rem; padding: .65rem .85rem; border-left: 4px solid var(--bad); border-radius: .35rem; color: var(--bad); background: var(--tint); font-weight: 600; }
.good { margin: 0 0 1rem; padding: .65rem .85rem; border-left: 4px solid var(--good); border-radius: .35rem; background: var(--tint); }
.actions { display: grid; gap: .65rem; margin: 0; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .6rem 1.25rem; border: 1px solid var(--accent); border-radius: .65rem; color: var(--on-accent); background: var(--accent); font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer; }
button.second, .button.second { color: var(--accent); background: transparent; }
button.plain { min-height: 2.75rem; border-color: transparent; color: var(--accent); background: transparent; font-weight: 500; text-decoration: underline; }
.small button.plain { min-height: 2rem; padding: .25rem 0; }
.panel + .actions, .panel + p, form + .actions, .panel form + form, .cards + form { margin-top: .65rem; }
.hint + .choices { margin-top: 1rem; }
.actions + .small { margin-top: .75rem; }
.panel > form + .small { margin-top: .25rem; text-align: center; }
.done { border-top: 5px solid var(--accent); }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: .65rem; margin: 0 0 1.5rem; }
.search .grow { flex: 1 1 14rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.card { display: flex; flex-direction: column; height: 100%; overflow: hidden; border: 1px solid var(--line); border-radius: var(--radius); color: inherit; background: var(--panel); box-shadow: var(--shadow); text-decoration: none; }
.card .cover { aspect-ratio: 2 / 1; border-radius: 0; font-size: 2.25rem; }
.card .body { padding: .9rem 1rem 1rem; }
.card h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden; font-size: 1.0625rem; }
.card p { margin: 0; color: var(--quiet); font-size: .875rem; }
.card .when { margin-bottom: .3rem; color: var(--accent); font-weight: 650; }
.card:hover h2, .card:focus-visible h2 { text-decoration: underline; }
.pager { display: flex; flex-wrap: wrap; gap: .65rem; margin: 1.5rem 0 0; }
.chips { display: flex; gap: .5rem; margin: 0 -1rem 1.25rem; padding: .25rem 1rem; overflow-x: auto; scrollbar-width: none; list-style: none; }
.chips li { flex: none; }
.chips a { display: inline-flex; align-items: center; min-height: 2.25rem; padding: .25rem .85rem; border: 1px solid var(--line); border-radius: 2rem; color: var(--text); background: var(--panel); font-size: .875rem; text-decoration: none; }
.chips a[aria-current] { border-color: var(--accent); color: var(--on-accent); background: var(--accent); }
.found { margin: 0 0 1rem; color: var(--quiet); font-size: .875rem; }
.found { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; }
.found details[open] { flex: 1 0 100%; }
.found > a { min-height: 1.75rem; }
.found summary { min-height: 1.75rem; cursor: pointer; }
.found .link { color: var(--accent); text-decoration: underline; }
.found [open] summary { margin-bottom: .75rem; }
.found label { color: var(--text); }
.report { margin-top: 1.25rem; }
.links-row b { flex: 1 0 100%; }
.links-row button.plain { min-height: 1.75rem; padding: 0; border: 0; font-size: inherit; }
.links-row { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .65rem 0 0; }
.links { margin: 0; padding: 0; list-style: none; }
.links li { padding: .75rem 0; border-bottom: 1px solid var(--line); color: var(--quiet); }
.links a { display: block; font-weight: 600; }
form:has(.choices):not(:has([value=book]:checked)) .seats { display: none; }
.ticket { margin: 0 0 1rem; text-align: center; font-size: .875rem; }
.qr { display: block; width: 100%; max-width: 13rem; margin: 0 auto .65rem; border-radius: .65rem; }
.brings { margin: 0 0 1rem; padding: 0; list-style: none; }
.brings li { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; padding: .65rem 0; border-bottom: 1px solid var(--line); }
.brings span { flex: 1 1 10rem; }
.description h2:not(:first-child) { margin-top: 1.75rem; }
fieldset.group { margin: 0 0 1.25rem; padding: .75rem 1rem 0; border: 1px solid var(--line); border-radius: .65rem; min-width: 0; }
fieldset.group > legend { padding: 0 .35rem; font-weight: 700; }
summary { min-height: 2.75rem; padding: .6rem 0; color: var(--accent); font-weight: 650; cursor: pointer; }
.hint.wrong { color: var(--bad); font-weight: 600; }
.hint.changed { padding-left: .5rem; border-left: 4px solid var(--accent); color: var(--text); }
.fault ul { margin: 0; padding-left: 1.25rem; }
.fault a { color: inherit; }
.fault > :last-child { margin-bottom: 0; }
.wide { padding-top: 1rem; }
.wide h2:not(.panel h2) { margin-top: 1.5rem; }
.page > .panel, .columns .panel { margin-bottom: 1rem; }
.card h3 { margin: 0 0 .5rem; color: var(--text); font-size: 1.0625rem; }
.numbers { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 0; }
.numbers dt { color: var(--quiet); font-size: .875rem; }
.numbers dd { margin: 0; font-size: 1.5rem; font-weight: 700; }
.guests form, .guests form + form { flex: none; margin: 0; }
.brings button.plain { min-height: 2.25rem; padding: 0; font-size: .875rem; }
.links + .panel { margin-top: 1.25rem; }
.organise:has([name=attendance][value=online]:checked) .place, .organise:has([name=attendance][value=offline]:checked) .online { display: none; }
video { width: 100%; margin-top: 1rem; border-radius: .65rem; }
[hidden] { display: none; }
@media (max-width: 34rem) {
  header.bar { position: relative; }
  header .brand { margin-right: 5rem; }
  .who { justify-content: space-between; gap: 0 .75rem; width: 100%; white-space: nowrap; }
  .who > a[hreflang] { position: absolute; top: .75rem; right: 1rem; }
  .who > a:first-child, .who button { flex: none; }
  .who bdi { max-width: 7rem; }
}
@media (max-width: 23rem) { .who { font-size: .875rem; } }
@media (min-width: 52rem) {
  .event { grid-template: auto auto 1fr / minmax(0, 1fr) 22rem; align-items: start; gap: 1.25rem 2rem; }
  .event > .lead { grid-area: 1 / 1 / 2 / -1; }
  .event > .details { grid-area: 2 / 1; }
  .event > .description { grid-area: 3 / 1; }
  .event > aside { position: sticky; top: 1rem; grid-area: 2 / 2 / 4 / 3; }
  .event .lead .cover { aspect-ratio: 21 / 8; }
  .event .lead .cover.bare { aspect-ratio: 6 / 1; }
  .panel { padding: 1.5rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.25rem; }
  .chips { flex-wrap: wrap; margin-inline: 0; padding-inline: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  .card { transition: transform .15s ease; }
  .card:hover { transform: translateY(-2px); }
}
@media print {
  form, header, footer, .noprint, .search, .pager { display: none; }
}
`;
};
