import { englishRules, type RuleTexts } from './rules-en.ts';

/** What messages say; a language has each of these texts. */
export interface Texts {
  readonly sms: {
    /** @param name of the service; empty where there is no room for it */
    readonly code: (code: string, name: string) => string;
    readonly secret: string;
  };
  readonly mail: {
    readonly contact: string;
    readonly imprint: string;
    readonly privacy: string;
    readonly terms: string;
    /** The link that stops all mail, as text and as a link. */
    readonly stop: (appName: string) => string;
    readonly stopLink: (appName: string) => string;
    readonly when: string;
    readonly where: string;
    readonly online: string;
    /** For an event whose title has no word that may be shown. */
    readonly anEvent: string;
  };
  readonly invitation: {
    /** @param organizer empty for one without a name */
    readonly opening: (organizer: string, title: string) => string;
    readonly action: string;
    readonly personal: string;
    readonly ignore: string;
  };
  readonly notice: {
    readonly plannedBefore: string;
    readonly before: string;
    readonly message: string;
    readonly reason: string;
    readonly repeats: string;
    readonly allDates: (total: number) => string;
    readonly more: (count: number) => string;
    readonly organizedBy: (name: string) => string;
    readonly action: string;
    /** The link to the settings, as text and as a link. */
    readonly settings: string;
    readonly settingsLink: string;
  };
  readonly digest: {
    readonly heading: (events: number) => string;
    readonly action: string;
  };
  readonly emailCode: {
    readonly heading: (appName: string) => string;
    readonly code: string;
    readonly action: string;
    readonly lasts: string;
    readonly ignore: string;
    /** As `mail.stop`, which codes are free of. */
    readonly stop: (appName: string) => string;
    readonly stopLink: (appName: string) => string;
  };
  readonly rules: RuleTexts;
}

export const en: Texts = {
  sms: {
    code: (code, name) => (name ? `${code} is your ${name} code.` : `${code} is your code.`),
    secret: 'Do not share it.',
  },
  mail: {
    contact: 'Contact',
    imprint: 'Imprint',
    privacy: 'Privacy',
    terms: 'Terms',
    stop: (appName) => `To get no more mail from ${appName}, from any organizer:`,
    stopLink: (appName) => `Get no more mail from ${appName}, from any organizer`,
    when: 'When',
    where: 'Where',
    online: 'Online',
    anEvent: 'an event',
  },
  invitation: {
    opening: (organizer, title) =>
      organizer ? `${organizer} invites you to ${title}` : `You are invited to ${title}`,
    action: 'See the invitation and answer it',
    personal: 'The link is for you alone: anyone who has it can accept in your place.',
    ignore: 'If you did not expect this invitation, you can ignore this message.',
  },
  notice: {
    plannedBefore: 'Planned before',
    before: 'Before',
    message: 'Message',
    reason: 'Reason',
    repeats: 'Repeats',
    allDates: (total) => `All ${total} dates`,
    more: (count) => `and ${count} more`,
    organizedBy: (name) => `Organized by ${name}.`,
    action: 'See the event',
    settings: 'To choose which mails and reminders you get:',
    settingsLink: 'Choose which mails and reminders you get',
  },
  digest: {
    heading: (events) => (events === 1 ? 'What is new at your event' : 'What is new at your events'),
    action: 'See my events',
  },
  emailCode: {
    heading: (appName) => `Confirm your e-mail address for ${appName}`,
    code: 'Your code',
    action: 'Confirm by link',
    lasts: 'Code and link work for 15 minutes.',
    ignore:
      'If you did not ask for this, you can ignore this message: the address stays as it is. Give the code to nobody.',
    stop: (appName) => `To get no more mail from ${appName}, but for codes that are asked for:`,
    stopLink: (appName) => `Get no more mail from ${appName}, but for codes that are asked for`,
  },
  rules: englishRules,
};
