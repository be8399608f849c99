import type { Language, User } from '@event-platform/domain';
import type { Typed } from '../../forms/typed.ts';
import type { Texts } from '../../texts/index.ts';
import type { OwnTexts } from '../../texts/own/index.ts';
import type { Site } from '../layout.ts';

/** Who looks at a page of their own. */
export interface OwnView {
  readonly site: Site;
  readonly language: Language;
  readonly texts: OwnTexts;
  /** The texts of all pages. */
  readonly words: Texts;
  readonly viewer: User;
  /** The path of the page, with the prefix of the service. */
  readonly address: string;
  /** The address of the page with its query, but for its language and what the form before led to. */
  readonly here: string;
  /** What the form before led to: a key of the texts. */
  readonly done: keyof OwnTexts['done'] | null;
  readonly now: Date;
}

/** A form as its page shows it. */
export interface FormState {
  /** Proves that the form comes from this page and this browser. */
  readonly token: string;
  /** Of this copy of the form: sent twice it counts once. */
  readonly once: string;
  readonly typed: Typed;
  /** What is wrong, by field; of the whole form under the empty name. */
  readonly faults: Readonly<Record<string, string>>;
}
