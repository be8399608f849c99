import { type Language, type NoticeSettings, noticePolicy } from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { emailPart } from './email-form-view.ts';
import { type Html, html } from './html.ts';
import { myEventsPath, page, type Site } from './layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './rsvp/answer.ts';
import { proofOf } from './rsvp/answered.ts';
import { rsvpForm, scriptOf } from './rsvp/rsvp-form.ts';

/** The settings that the page offers. */
export type ChosenSettings = Pick<NoticeSettings, 'email' | 'reminders'>;

/** Settings after an attempt to change them. */
export interface SavedSettings extends ChosenSettings {
  readonly isSaved: boolean;
}

export interface NoticeSettingsView {
  readonly answer: AnswerState | RsvpForm;
  /** Null until the guest is known. */
  readonly settings: ChosenSettings | SavedSettings | null;
  /** Of the guest's account. */
  readonly email: string | null;
}

const units = [
  ['week', 7 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Minutes before the start that everybody is offered; others were chosen in an app. */
const options = [15, 60, 120, 1_440, 2_880, 10_080];

/** Such as "2 hours", in the greatest unit that needs no fraction. */
const lengthOf = (minutes: number, language: Language): string => {
  const [unit, length] = units.find(([, length]) => minutes % length === 0) ?? ['minute', 1];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(minutes / length);
};

const box = (name: string, label: string, isTicked: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${isTicked ? html` checked` : ''}> ${label}</label>\n`;

const resultOf = (settings: ChosenSettings | SavedSettings, { noticeSettings }: Texts): Html => {
  if (!('isSaved' in settings)) return html``;
  return settings.isSaved
    ? html`<p class="good" role="status">${noticeSettings.saved}</p>\n`
    : html`<p class="fault" role="alert">${noticeSettings.tooMany(noticePolicy.reminders)}</p>\n`;
};

const settingsForm = (
  answer: AnswerState,
  settings: ChosenSettings | SavedSettings,
  accountEmail: string | null,
  language: Language,
  texts: Texts,
): Html => {
  const { noticeSettings, change } = texts;
  const { email, reminders } = settings;
  const minutes = [...new Set([...options, ...reminders])].sort((one, other) => one - other);
  return html`<section class="panel" id="answer">
${resultOf(settings, texts)}<form method="post" action="${answer.address}/save">
${proofOf(answer)}${box('email', noticeSettings.email, email)}<p class="hint">${noticeSettings.emailHint}</p>
<fieldset class="choices"><legend>${noticeSettings.reminders}</legend>
${minutes.map((each) => box(`reminder-${each}`, noticeSettings.before(lengthOf(each, language)), reminders.includes(each)))}</fieldset>
<p class="actions"><button>${noticeSettings.save}</button></p>
</form>
<h2>${texts.email.offer}</h2>
${emailPart(accountEmail, { ...answer, receipt: answer.receipt ?? '' }, texts)}${answer.guestName === null ? '' : html`<p class="small quiet">${change.as(answer.guestName)}</p>\n`}</section>`;
};

/** The page on which guests choose which mails and reminders they get. */
export const noticeSettingsView = (site: Site, language: Language, view: NoticeSettingsView): string => {
  const texts = textsOf(language);
  const { answer, settings, email } = view;
  return page(site, {
    language,
    title: texts.noticeSettings.title,
    path: `${site.basePath}/notice-settings`,
    scriptUrl: scriptOf(site, answer),
    content: html`<div class="page">
<h1>${texts.noticeSettings.title}</h1>
${isAnswered(answer) && settings ? settingsForm(answer, settings, email, language, texts) : rsvpForm(answer as RsvpForm, texts)}
<p class="small"><a href="${site.basePath}${myEventsPath}">${texts.myEvents.title}</a></p>
</div>`,
  });
};
