import type { PagesContext } from '@event-platform/http';
import type { FormTokens } from '../../forms/form-token.ts';
import type { GuestReceipts } from '../../forms/guest-receipts.ts';
import type { AnswerOnce, FindAnswer } from '../../forms/receipts.ts';
import type { Site } from '../../views/layout.ts';
import type { HomePlace } from '../home-place.ts';
import type { GuestCookie } from './guest-cookie.ts';
import type { PhoneCountries } from './phone-countries.ts';

export interface GuestDependencies extends PagesContext {
  readonly site: Site;
  readonly tokens: FormTokens;
  readonly answerOnce: AnswerOnce;
  readonly findAnswer: FindAnswer;
  readonly guestReceipts: GuestReceipts;
  readonly guestCookie: GuestCookie;
  /** Where the home page starts for visitors whose place cannot be guessed; null for everywhere. */
  readonly homePlace: HomePlace | null;
  readonly phoneCountries: PhoneCountries;
}
