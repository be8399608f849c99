import {
  type Language,
  type OperatorContact,
  oneLine,
  withoutLinks,
  withoutPhones,
} from '@event-platform/domain';
import { type Accents, mailLayout, smallLink } from './mail-layout.ts';
import { type Texts, textsOf } from './texts/index.ts';

/** What mails show of the service and of who runs it. */
export interface MailBrand {
  readonly appName: string;
  readonly publicUrl: string;
  /** The colour of the brand. */
  readonly accents: Accents;
  /** How people reach the operator; nothing by default. */
  readonly contact?: OperatorContact | undefined;
}

/** One mail in words: what is sent as it is, or printed. */
export interface Mail {
  /** The same for each try of one sending, so that mail programs show a repeat once (RFC 5322 section 3.6.4). */
  readonly messageId: string;
  /** One line without control characters, and without anything that mail programs turn into a link. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one mail says. The rest is the same in all of them. */
export interface MailWords {
  /** No other sending has it. */
  readonly id: string;
  readonly language: Language;
  readonly unsubscribeToken: string;
  /** Also the subject. */
  readonly heading: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The names of facts that someone else wrote. */
  readonly quoted?: readonly string[];
  /** What follows the facts where there is no button: where the mail leads, and the small print. */
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** The small print in HTML, a line each. */
  readonly smallPrint: readonly string[];
  /** How to get no more of them; as `mail` of the texts by default. */
  readonly stop?: Pick<Texts['mail'], 'stop' | 'stopLink'>;
}

/** A text that another user wrote, for the subject and the first line of a mail to a stranger. */
export const harmless = (text: string, longest: number): string =>
  oneLine(withoutPhones(withoutLinks(oneLine(text))), longest);

/** The name of the app, as mails show it. */
export const appNameOf = (settings: Pick<MailBrand, 'appName'>): string => oneLine(settings.appName, 80);

/** @param path begins with a slash, or is empty for the home page */
export const linkTo = ({ publicUrl }: Pick<MailBrand, 'publicUrl'>, path: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${path}`;

/** What a mail says of the operator: as text, a line each, and as links. */
const contactNotes = (contact: OperatorContact | undefined, texts: Texts['mail']) => {
  const links = [
    { label: texts.contact, url: contact?.email && `mailto:${contact.email}` },
    { label: texts.imprint, url: contact?.imprintUrl },
    { label: texts.privacy, url: contact?.privacyUrl },
    { label: texts.terms, url: contact?.termsUrl },
  ].flatMap(({ label, url }) => (url ? [{ label, url }] : []));
  return {
    text: links.map(({ label, url }) => `${label}: ${url.replace(/^mailto:/, '')}\n`).join(''),
    links: links.map(({ label, url }) => smallLink(url, label)),
  };
};

const factText = ([name, value]: readonly [string, string], quoted: readonly string[]): string => {
  if (quoted.includes(name)) return `${name}:\n> ${value.replaceAll('\n', '\n> ')}`;
  return value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`;
};

/** A mail as text and as HTML. The link that stops all mail, `<publicUrl>/u/<token>`, is in the headers as well (RFC 8058). */
export const mailOf = (words: MailWords, settings: MailBrand): Mail => {
  const { language, heading, facts, quoted = [] } = words;
  const texts = textsOf(language).mail;
  const { stop, stopLink } = words.stop ?? texts;
  const appName = appNameOf(settings);
  const stopUrl = linkTo(settings, `/u/${encodeURIComponent(words.unsubscribeToken)}`);
  const contact = contactNotes(settings.contact, texts);
  const paragraphs = [
    `${heading}.`,
    facts.map((fact) => factText(fact, quoted)).join('\n'),
    ...words.paragraphs,
    `${stop(appName)}\n${stopUrl}`,
    `${appName}\n${contact.text}`,
  ];
  return {
    messageId: `<${words.id}@${new URL(settings.publicUrl).hostname}>`,
    subject: oneLine(heading),
    text: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
    html: mailLayout({
      ...{ appName, language, heading, facts, accents: settings.accents, action: words.action },
      smallPrint: [...words.smallPrint, smallLink(stopUrl, stopLink(appName)), ...contact.links],
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
