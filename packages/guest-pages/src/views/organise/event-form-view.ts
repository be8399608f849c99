import {
  attendances,
  type Category,
  limits,
  localTime,
  questionKinds,
  questionLimits,
  weekdays,
} from '@event-platform/domain';
import { questionCount, type TimeField, type UnclearTimes } from '../../forms/event-form.ts';
import { repeatOf, repeats } from '../../forms/rule-form.ts';
import { typedText } from '../../forms/typed.ts';
import { textsOf } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import {
  areaField,
  boxField,
  type Choice,
  choiceField,
  faultSummary,
  inputField,
  proof,
  selectField,
} from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pictureField, takesFile } from '../own/picture-field.ts';

/** What the form of an event shows besides what was typed. */
export interface EventFormView {
  readonly kind: 'event' | 'series' | 'edit';
  readonly categories: readonly Category[];
  /** The zone of the times that are unclear. */
  readonly timeZone: string;
  readonly unclear: UnclearTimes;
  /** Fields that somebody else changed meanwhile. */
  readonly taken: readonly string[];
  /** What is stored of fields that both changed. */
  readonly theirs: Readonly<Record<string, string>>;
  /** The version and the digests that an edit was served with; null for a new event. */
  readonly served: { readonly version: number; readonly base: string } | null;
  /** Of an occurrence: its rule in words. */
  readonly rule: string | null;
  readonly back: readonly [path: string, label: string];
}

const nameOfWeekday = (language: string, index: number): string =>
  // 5 January 2026 is a Monday.
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 5 + index),
  );

/** The form of an event: short, with all else behind "More". */
export const eventFormView = (view: OwnView, data: EventFormView, form: FormState): string => {
  const { texts, language, site } = view;
  const { event: words } = texts;
  const { kind, unclear, taken, theirs, served, timeZone } = data;

  const note = (name: string): Html | undefined => {
    if (taken.includes(name)) return html`\n<span class="hint changed">${words.taken}</span>`;
    return Object.hasOwn(theirs, name)
      ? html`\n<span class="hint changed">${words.taken} ${words.now} <b dir="auto">${theirs[name] || words.empty}</b></span>`
      : undefined;
  };
  const input = (name: string, label: string, more: Partial<Parameters<typeof inputField>[1]> = {}) =>
    inputField(form, { name, label, below: note(name), ...more });

  const readings = (name: TimeField): Html => {
    const choices = unclear[name]?.instants.map(
      (at): Choice => [at.toISOString(), localTime(at, timeZone, language)],
    );
    return choices
      ? choiceField(form, {
          name: `${name}-reading`,
          label: words.which(texts.faults[unclear[name]?.kind as 'skipped']),
          choices,
          required: true,
        })
      : html``;
  };
  const time = (name: TimeField, label: string, more: Partial<Parameters<typeof inputField>[1]> = {}) =>
    html`${input(name, label, { type: 'datetime-local', ...more })}${readings(name)}`;

  const scope =
    served && data.rule !== null
      ? choiceField(form, {
          ...{ name: 'scope', label: words.scope, hint: `${data.rule} ${words.scopeHint}`, required: true },
          choices: [
            ['one', words.scopes.one],
            ['all', words.scopes.all],
          ],
        })
      : html``;

  const rule = (): Html => {
    const choices = repeats
      .filter((name) => (kind === 'series' ? name !== '' && name !== 'keep' : name !== ''))
      .map((name): Choice => [name, words.repeats[name]]);
    return html`<fieldset class="group"><legend>${words.repeat}</legend>
${selectField(form, { name: 'repeat', label: words.repeat, choices })}${input('interval', words.interval, { hint: words.intervalHint, more: html`inputmode="numeric"` })}${choiceField(
  form,
  {
    ...{ name: 'days', label: words.days, isMany: true },
    choices: weekdays.map((weekday, index): Choice => [weekday, nameOfWeekday(language, index)]),
  },
)}${input('until', words.until, { type: 'date', hint: texts.form.optional })}${input('count', words.count, { hint: texts.form.optional, more: html`inputmode="numeric"` })}</fieldset>
`;
  };

  const question = (slot: number): Html => {
    const name = (part: string) => `question-${slot}-${part}`;
    const number = slot + 1;
    return html`${hiddenField(name('id'), typedText(form.typed, name('id')))}${input(name('label'), words.question(number), { maxLength: questionLimits.labelLength })}${selectField(
      form,
      {
        ...{ name: name('kind'), label: words.kind(number) },
        choices: questionKinds.map((kind): Choice => [kind, words.kinds[kind]]),
      },
    )}${areaField(form, { name: name('options'), label: words.options(number), rows: 2 })}${boxField(form, { name: name('required'), label: words.required(number) })}`;
  };
  const slots = Math.min(
    questionLimits.questions,
    Math.max(questionCount(form.typed), Number(typedText(form.typed, 'asks')) || 0) + 1,
  );

  const coverNote =
    note('coverUrl') ??
    (taken.includes('coverId') || Object.hasOwn(theirs, 'coverId')
      ? html`\n<span class="hint changed">${words.taken}</span>`
      : undefined);
  const categoryNames = textsOf(language).categories;
  const more = html`${areaField(form, { name: 'description', label: words.description, rows: 5, below: note('description') })}${choiceField(
    form,
    {
      ...{ name: 'visibility', label: words.visibility, below: note('visibility'), required: true },
      choices: (['public', 'private'] as const).map((name): Choice => [name, words.visibilities[name]]),
    },
  )}${selectField(form, {
    ...{ name: 'category', label: words.category, below: note('category') },
    choices: data.categories.map(
      ({ slug, name, emoji }): Choice => [slug, `${emoji} ${categoryNames[name] ?? name}`],
    ),
  })}${input('tags', words.tags, { hint: words.tagsHint })}${pictureField(view, form, { name: 'cover', label: words.cover, below: coverNote })}${input('price', words.price(site.currency), { hint: words.priceHint, more: html`inputmode="decimal"` })}${boxField(form, { name: 'isPriceUnknown', label: words.priceUnknown, below: note('isPriceUnknown') })}${input('capacity', words.capacity, { hint: words.capacityHint, more: html`inputmode="numeric"` })}${input('maxPerBooking', words.maxPerBooking, { more: html`inputmode="numeric"` })}${boxField(form, { name: 'hasWaitlist', label: words.waitlist, below: note('hasWaitlist') })}${time('rsvpUntil', words.rsvpUntil, { hint: texts.form.optional })}${input('timeZone', words.timeZone, { hint: words.timeZoneHint, maxLength: limits.timeZoneLength, more: html`autocapitalize="off" spellcheck="false"` })}${boxField(form, { name: 'bringList', label: words.bringList, below: note('bringList') })}<fieldset class="group"><legend>${words.questions}</legend>${note('questions') ?? ''}
${hiddenField('asks', String(slots))}${Array.from({ length: slots }, (_, slot) => question(slot))}${slots < questionLimits.questions ? html`<p><button class="second" name="step" value="ask" formnovalidate>${words.moreQuestions}</button></p>\n` : ''}</fieldset>
`;
  const first = new Set<string>([
    '',
    'title',
    'startAt',
    'endAt',
    'isAllDay',
    'attendance',
    'address',
    'map',
    'onlineUrl',
    'repeat',
    'interval',
    'until',
    'count',
    'scope',
  ]);
  const isOpen =
    kind === 'edit' ||
    Object.keys(form.faults).some((name) => !first.has(name)) ||
    typedText(form.typed, 'step') === 'ask' ||
    // It is seen that the picture stayed.
    typedText(form.typed, 'coverId') !== '';

  const title = kind === 'edit' ? words.edit : kind === 'series' ? words.newSeries : words.new;
  const button = kind === 'edit' ? texts.form.save : kind === 'series' ? words.createSeries : words.create;
  const hasRule = kind === 'series' || (data.rule !== null && repeatOf(form.typed) !== '');
  return ownPage(view, {
    title,
    back: data.back,
    content: html`<form class="panel organise" method="post" action="${view.address}/save" ${takesFile}>
<button hidden></button>${proof(form)}${served ? html`${hiddenField('version', String(served.version))}${hiddenField('base', served.base)}${hiddenField('rule', typedText(form.typed, 'rule'))}` : ''}${faultSummary(form, view)}${input('title', words.name, { required: true, maxLength: limits.titleLength, more: html`autocomplete="off"` })}<fieldset class="group"><legend>${words.when}</legend>
${time('startAt', words.start, { required: true })}${time('endAt', words.end, { hint: words.timesHint })}${boxField(form, { name: 'isAllDay', label: words.allDay, below: note('isAllDay') })}</fieldset>
<fieldset class="group"><legend>${words.where}</legend>
${choiceField(form, {
  ...{ name: 'attendance', label: words.attendance, below: note('attendance'), required: true },
  choices: attendances.map((name): Choice => [name, words.attendances[name]]),
})}<div class="place">
${input('address', words.address, { maxLength: limits.addressLength, more: html`autocomplete="street-address"` })}${input('map', words.map, { hint: html`${words.mapHint} <a href="https://www.openstreetmap.org/" target="_blank" rel="noreferrer">${words.findMap}</a>`, more: html`autocomplete="off"` })}</div>
<div class="online">
${input('onlineUrl', words.onlineUrl, { type: 'url', hint: words.onlineHint })}</div>
</fieldset>
${hasRule ? rule() : ''}${scope}<details${isOpen ? html` open` : ''}><summary>${texts.form.more}</summary>
${more}</details>
<p class="actions"><button>${button}</button></p>
</form>
`,
  });
};
