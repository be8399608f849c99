import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { People } from './2026-11-21-1-people.ts';
import { Events } from './2026-11-21-2-events.ts';
import { Invitations } from './2026-11-21-3-invitations.ts';
import { Categories } from './2026-11-21-4-categories.ts';
import { Calendars } from './2026-11-21-5-calendars.ts';
import { Listing } from './2026-11-21-6-listing.ts';
import { ReadYourWrites } from './2026-11-21-7-own-writes.ts';
import { Search } from './2026-11-21-8-search.ts';
import { UnderWay } from './2026-11-22-1-under-way.ts';
import { WordsInOrder } from './2026-11-22-2-words-in-order.ts';
import { DiscoveryNames } from './2026-11-22-3-discovery-names.ts';
import { SignInNetworks } from './2026-11-23-10-sign-in-networks.ts';
import { Sessions } from './2026-11-23-20-sessions.ts';
import { RemovedGuests } from './2026-11-23-30-removed-guests.ts';
import { Mailboxes } from './2026-11-23-31-mailboxes.ts';
import { CleanTexts } from './2026-11-23-40-clean-texts.ts';
import { Blocks } from './2026-11-23-41-blocks.ts';
import { AccountQuotas } from './2026-11-23-42-account-quotas.ts';
import { FlagsByUser } from './2026-11-23-43-flags-by-user.ts';
import { EventChanges } from './2026-11-23-44-event-changes.ts';
import { ListedVocabulary } from './2026-11-23-45-listed-vocabulary.ts';
import { TimeZones } from './2026-11-23-50-time-zones.ts';
import { AnsweredForms } from './2026-11-23-60-form-receipts.ts';
import { Sitemap } from './2026-11-23-61-sitemap.ts';
import { KeptAnswers } from './2026-11-23-70-kept-answers.ts';
import { CountChanges } from './2026-11-23-71-count-changes.ts';
import { WordsOfChanges } from './2026-11-23-72-words-of-changes.ts';
import { QuotaUse } from './2026-11-23-73-quota-use.ts';
import { QuotasAndStates } from './2026-11-24-1-quotas-and-states.ts';
import { type MigrationName, migrationNames } from './names.ts';

const classes: Readonly<Record<MigrationName, Constructor<Migration>>> = {
  '2026-11-21-1-people': People,
  '2026-11-21-2-events': Events,
  '2026-11-21-3-invitations': Invitations,
  '2026-11-21-4-categories': Categories,
  '2026-11-21-5-calendars': Calendars,
  '2026-11-21-6-listing': Listing,
  '2026-11-21-7-own-writes': ReadYourWrites,
  '2026-11-21-8-search': Search,
  '2026-11-22-1-under-way': UnderWay,
  '2026-11-22-2-words-in-order': WordsInOrder,
  '2026-11-22-3-discovery-names': DiscoveryNames,
  '2026-11-23-10-sign-in-networks': SignInNetworks,
  '2026-11-23-20-sessions': Sessions,
  '2026-11-23-30-removed-guests': RemovedGuests,
  '2026-11-23-31-mailboxes': Mailboxes,
  '2026-11-23-40-clean-texts': CleanTexts,
  '2026-11-23-41-blocks': Blocks,
  '2026-11-23-42-account-quotas': AccountQuotas,
  '2026-11-23-43-flags-by-user': FlagsByUser,
  '2026-11-23-44-event-changes': EventChanges,
  '2026-11-23-45-listed-vocabulary': ListedVocabulary,
  '2026-11-23-50-time-zones': TimeZones,
  '2026-11-23-60-form-receipts': AnsweredForms,
  '2026-11-23-61-sitemap': Sitemap,
  '2026-11-23-70-kept-answers': KeptAnswers,
  '2026-11-23-71-count-changes': CountChanges,
  '2026-11-23-72-words-of-changes': WordsOfChanges,
  '2026-11-23-73-quota-use': QuotaUse,
  '2026-11-24-1-quotas-and-states': QuotasAndStates,
};

/** The migrations in their order, for the migrator. */
export const migrations = migrationNames.map((name) => ({ name, class: classes[name] }));
