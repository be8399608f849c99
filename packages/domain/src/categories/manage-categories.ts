import type { Dependencies } from '../dependencies.ts';
import type { Category, ManagedCategory } from '../events/category.ts';
import { isSlug, slugFaults } from '../events/field-checks.ts';
import { limits } from '../limits.ts';
import { type Act, actor } from '../moderation/act.ts';
import type { CategoryChanges } from '../ports/events/managed-category-store.ts';
import type { FieldFault } from '../problem.ts';
import { refuse, refuseInput } from '../problem.ts';
import { textFaults } from '../text.ts';
import { refileCategory, refileJobs } from './refile-category.ts';

type Needs = Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'ids' | 'auditLog'>;

type ByOperator = Pick<Act, 'operatorId' | 'origin'>;

/** All categories with what only operators see of them. */
export const listManagedCategories =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  (): Promise<readonly ManagedCategory[]> =>
    stores.managedCategories.all();

/** Adds a category. Throws `invalid_request`, `category_exists`. */
export const addCategory =
  ({ stores, auditLog }: Needs) =>
  async ({ slug, name, emoji, ...act }: Category & ByOperator): Promise<ManagedCategory> => {
    const faults = [...slugFaults(slug, '/slug'), ...changesFaults({ name, emoji })];
    if (faults.length > 0) throw refuseInput(...faults);
    const category = await stores.managedCategories.add({ slug, name: name.trim(), emoji: emoji.trim() });
    if (!category) throw refuse('category_exists');
    auditLog.record({ event: 'category_added', ...actor(act), reason: slug });
    return category;
  };

export interface ChangeCategory extends ByOperator {
  readonly slug: string;
  readonly changes: CategoryChanges;
}

/** Changes parts of a category; searches find its events by a new name. Throws `invalid_request`, `not_found`. */
export const changeCategory =
  (dependencies: Needs) =>
  async ({ slug, changes, ...act }: ChangeCategory): Promise<ManagedCategory> => {
    const faults = changesFaults(changes);
    if (faults.length > 0) throw refuseInput(...faults);
    if (!isSlug(slug)) throw refuse('not_found');
    const [name, emoji] = [changes.name?.trim(), changes.emoji?.trim()];
    const before = JSON.stringify(await dependencies.stores.managedCategories.all());
    const category = await dependencies.unitOfWork.run(async ({ managedCategories, jobs }) => {
      const changedCategory = await managedCategories.change(slug, { ...changes, name, emoji });
      if (changedCategory && name !== undefined) await jobs.add(refileJobs(dependencies, slug));
      return changedCategory;
    });
    if (!category) throw refuse('not_found');
    if (JSON.stringify(await dependencies.stores.managedCategories.all()) !== before)
      dependencies.auditLog.record({ event: 'category_changed', ...actor(act), reason: slug });
    if (name !== undefined) await refileCategory(dependencies)({ slug, after: null });
    return category;
  };

export interface MergeCategory extends ByOperator {
  readonly slug: string;
  readonly into: string;
}

/**
 * Makes a category another one: its events are moved, the first thousands at once and others by jobs, and its slug goes on to
 * work. Returns the other one. Throws `not_found` for the one, `invalid_request` for the other.
 */
export const mergeCategory =
  (dependencies: Needs) =>
  async ({ slug, into, ...act }: MergeCategory): Promise<ManagedCategory> => {
    const all = new Map((await dependencies.stores.managedCategories.all()).map((one) => [one.slug, one]));
    const before = all.get(slug)?.mergedInto;
    if (before === into) return all.get(into) as ManagedCategory;
    if (before !== null) throw refuse('not_found');
    const isMerged = await dependencies.unitOfWork.run(async ({ managedCategories, jobs }) => {
      if (!isSlug(into) || !(await managedCategories.merge(slug, into))) return false;
      await jobs.add(refileJobs(dependencies, slug));
      return true;
    });
    if (!isMerged) throw refuseInput({ path: '/into', message: 'must be the slug of another category' });
    dependencies.auditLog.record({
      event: 'category_merged',
      ...actor(act),
      reason: `${slug} into ${into}`,
    });
    await refileCategory(dependencies)({ slug, after: null });
    return all.get(into) as ManagedCategory;
  };

/** Puts these categories first, in this order, and all others after them by name. Throws `invalid_request`. */
export const orderCategories =
  ({ stores, unitOfWork, auditLog }: Needs) =>
  async ({ slugs, ...act }: ByOperator & { readonly slugs: readonly string[] }) => {
    const before = await stores.managedCategories.all();
    const known = before.filter(({ mergedInto }) => mergedInto === null);
    const faults = slugs.flatMap((slug, index) =>
      known.some((one) => one.slug === slug) && slugs.indexOf(slug) === index
        ? []
        : [{ path: `/slugs/${index}`, message: 'must be the slug of a category, once' }],
    );
    if (faults.length > 0) throw refuseInput(...faults);
    await unitOfWork.run(({ managedCategories }) => managedCategories.order(slugs));
    const all = await stores.managedCategories.all();
    if (JSON.stringify(all) !== JSON.stringify(before))
      auditLog.record({ event: 'category_changed', ...actor(act), reason: slugs.join(' ') });
    return all;
  };

const changesFaults = ({ name, emoji, position }: CategoryChanges): readonly FieldFault[] => [
  ...(name === undefined ? [] : textFaults('/name', name, { maxLength: limits.nameLength })),
  ...(emoji === undefined ? [] : textFaults('/emoji', emoji, { maxLength: limits.emojiLength })),
  ...(position === undefined ||
  position === null ||
  (Number.isInteger(position) && position >= 1 && position <= limits.categoryPosition)
    ? []
    : [
        { path: '/position', message: `must be null or a whole number from 1 to ${limits.categoryPosition}` },
      ]),
];
