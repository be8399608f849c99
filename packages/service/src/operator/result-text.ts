import type {
  ManagedCategory,
  ModeratedEvent,
  ModeratedUser,
  Paged,
  ReportedTarget,
  ReportsClosed,
  Role,
  UserDossier,
} from '@event-platform/domain';
import type { OperatorCommand } from './operator-arguments.ts';

const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Control characters could change what a terminal shows. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const targetText = ({ target, label, count, reasons, texts, lastAt, closing }: ReportedTarget): string => {
  const parts = Object.entries(reasons).map(([reason, times]) => `${reason} ${times}`);
  return [
    `${target.kind} ${target.id}  ${label === null ? '(gone)' : plain(label)}`,
    `  ${count} ${count === 1 ? 'report' : 'reports'}: ${parts.join(', ')}; the last on ${minute(lastAt)}`,
    ...texts.map((text) => `  "${plain(text)}"`),
    ...(closing
      ? [`  closed on ${minute(closing.at)}: ${closing.action}${closing.note && `, ${plain(closing.note)}`}`]
      : []),
  ].join('\n');
};

const reportsText = ({ items, total, page, limit }: Paged<ReportedTarget>): string => {
  const pages = Math.max(1, Math.ceil(total / limit));
  return [...items.map(targetText), `${total} reported; page ${page} of ${pages}.`].join('\n');
};

const eventText = ({ id, takenDown }: ModeratedEvent): string =>
  takenDown ? `Event ${id} is taken down: ${plain(takenDown.reason)}` : `Event ${id} is not taken down.`;

const userText = ({ id, suspended }: ModeratedUser): string =>
  suspended ? `User ${id} is suspended: ${plain(suspended.reason)}` : `User ${id} is not suspended.`;

const dossierText = ({ user, counts, sessions }: UserDossier): string =>
  [
    `${user.id}  ${plain(user.name) || '(no name)'}  ${user.username}  ${user.phone}  ${user.role}`,
    `  since ${minute(user.createdAt)}; events ${counts.events}, RSVPs ${counts.rsvps}, reports made ${counts.reportsMade}, reports about them ${counts.reportsAbout}`,
    ...(user.suspendedAt
      ? [`  suspended on ${minute(user.suspendedAt)}: ${plain(user.suspensionReason ?? '')}`]
      : []),
    ...sessions.map(
      ({ createdAt, lastUsedAt, device }) =>
        `  session since ${minute(createdAt)}, last used ${minute(lastUsedAt)}, ${plain(device) || 'unknown device'}`,
    ),
  ].join('\n');

const roleText = ({ id, role }: { readonly id: string; readonly role: Role }): string =>
  `User ${id} ${role === 'admin' ? 'is an operator' : 'is no operator'}.`;

const categoryText = ({ slug, name, emoji, isHidden, isImported, mergedInto }: ManagedCategory): string =>
  [
    `${slug}  ${plain(emoji)} ${plain(name)}`,
    ...(mergedInto === null ? [] : [`merged into ${mergedInto}`]),
    ...(isHidden ? ['hidden'] : []),
    ...(isImported && mergedInto === null ? ['made by an import'] : []),
  ].join('  ');

const categoriesText = (categories: readonly ManagedCategory[]): string => {
  const imported = categories.filter(({ isImported, mergedInto }) => isImported && mergedInto === null);
  return [
    ...categories.map(categoryText),
    ...(imported.length === 0
      ? []
      : [
          `${imported.length} were made of keywords by imports: categories merge SLUG INTO moves their events.`,
        ]),
  ].join('\n');
};

/** What a command did, for people to read. */
export const resultText = ({ name }: OperatorCommand, result: object): string => {
  if (name === 'reports') return reportsText(result as Paged<ReportedTarget>);
  if (name === 'categories') return categoriesText(result as readonly ManagedCategory[]);
  if (name === 'close') {
    const { closed, action } = result as ReportsClosed;
    return `${closed} ${closed === 1 ? 'report' : 'reports'} closed: ${action}.`;
  }
  if (name === 'take-down' || name === 'restore') return eventText(result as ModeratedEvent);
  if (name === 'suspend' || name === 'lift') return userText(result as ModeratedUser);
  if (name === 'show') return dossierText(result as UserDossier);
  return roleText(result as Parameters<typeof roleText>[0]);
};
