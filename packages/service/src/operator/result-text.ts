import type {
  ManagedCategory,
  ModeratedEvent,
  ModeratedUser,
  OperatorChanged,
  Paged,
  PicturesChecked,
  ReportedTarget,
  ReportsClosed,
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

const eventText = (isRestored: boolean, { id, takenDown, hasChanged }: ModeratedEvent): string => {
  if (!isRestored)
    return `Event ${id} ${hasChanged ? 'is' : 'was already'} taken down: ${plain(takenDown?.reason ?? '')}`;
  if (takenDown) return `Event ${id} is hidden with its organizer's account: ${plain(takenDown.reason)}`;
  return hasChanged
    ? `Event ${id} is shown again.`
    : `Event ${id} was not taken down: there is nothing to restore.`;
};

const userText = ({ id, suspended, hasChanged }: ModeratedUser): string => {
  if (suspended)
    return `User ${id} ${hasChanged ? 'is' : 'was already'} suspended: ${plain(suspended.reason)}`;
  return hasChanged
    ? `The suspension of user ${id} is lifted.`
    : `User ${id} was not suspended: there is nothing to lift.`;
};

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

const roleText = ({ id, role, hasChanged }: OperatorChanged): string => {
  if (role === 'admin') return `User ${id} ${hasChanged ? 'is' : 'was already'} an operator.`;
  return `User ${id} ${hasChanged ? 'is no operator any more' : 'was no operator'}.`;
};

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
      : [`${imported.length} were made by imports: categories merge SLUG INTO moves their events.`]),
  ].join('\n');
};

const picturesText = (checked: PicturesChecked): string =>
  [
    `${checked.removed} pictures removed that nothing shows, ${checked.lostFiles} whose files are lost;`,
    `files of ${checked.strayFiles} deleted that are of no picture, of ${checked.moved} moved to where they belong.`,
    ...(checked.isStoreEmpty
      ? [
          'No picture has its files: see whether PICTURES_DIR or the bucket is the right one. Nothing was removed.',
        ]
      : []),
  ].join(' ');

/** What a command did, for people to read. */
export const resultText = ({ name }: OperatorCommand, result: object): string => {
  if (name === 'reports') return reportsText(result as Paged<ReportedTarget>);
  if (name === 'pictures') return picturesText(result as PicturesChecked);
  if (name === 'categories') return categoriesText(result as readonly ManagedCategory[]);
  if (name === 'close') {
    const { closed, action } = result as ReportsClosed;
    return `${closed} ${closed === 1 ? 'report' : 'reports'} closed: ${action}.`;
  }
  if (name === 'take-down' || name === 'restore')
    return eventText(name === 'restore', result as ModeratedEvent);
  if (name === 'suspend' || name === 'lift') return userText(result as ModeratedUser);
  if (name === 'show') return dossierText(result as UserDossier);
  if (name === 'export') {
    const { id, file } = result as { readonly id: string; readonly file: string };
    return `All that is kept about user ${id} is in ${file}, which only you can read.`;
  }
  if (name === 'erase') return `User ${(result as { readonly id: string }).id} is erased.`;
  return roleText(result as OperatorChanged);
};
