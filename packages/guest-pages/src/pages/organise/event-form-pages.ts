import {
  DomainError,
  type EventDraft,
  type Language,
  type LocalDate,
  referredPicture,
  refuse,
  type UserId,
} from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import {
  baseOf,
  type Merged,
  mergeForms,
  type ReadEvent,
  readEventForm,
  saysTheSame,
  typedDraft,
  typedNewEvent,
  withQuestionsInOrder,
} from '../../forms/event-form.ts';
import { readRule, repeatOf, typedRule } from '../../forms/rule-form.ts';
import { type Typed, typedText } from '../../forms/typed.ts';
import { wholeRule } from '../../views/event/rule-text.ts';
import { type EventFormView, eventFormView } from '../../views/organise/event-form-view.ts';
import type { FormState } from '../../views/own/form-state.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { FormFault, fieldOf } from '../own/form-fault.ts';
import type { Own } from '../own/own.ts';
import type { ownPages } from '../own/own-pages.ts';

type Pages = ReturnType<typeof ownPages>;

const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  query as Readonly<Record<string, unknown>>;

/** What an event is filed under where its organizer does not say. */
const usualCategory = 'other';

const emptyMerge: Pick<Merged, 'taken' | 'theirs'> = { taken: [], theirs: {} };

/** What a page with the form of an event knows. */
interface FormData extends EventFormView {
  readonly typed: Typed;
  /** Null for a new event. */
  readonly managed: Awaited<ReturnType<GuestDependencies['domain']['getManagedEvent']>> | null;
}

/** The pages on which an event is made and changed. */
export const eventFormPages = (_app: App, dependencies: GuestDependencies, { form }: Pages): void => {
  const { domain } = dependencies;

  const read = (typed: Typed, before: EventDraft | null): ReadEvent =>
    readEventForm(typed, before, (place) => domain.findTimeZone(place));

  /** What the form says, or what is wrong with it. Throws {@link FormFault}. */
  const readRight = (own: Own, typed: Typed, before: EventDraft | null): ReadEvent => {
    if (typedText(typed, 'step') === 'ask') throw new FormFault({}, 200, false, typed);
    const event = read(typed, before);
    const { faults: words } = own.view.texts;
    const known = words as Readonly<Record<string, unknown>>;
    const faults = Object.entries(event.unreadable).map(([name, kind]) => [
      name,
      String(known[kind === 'own' ? name : kind]),
    ]);
    if (faults.length === 0 && event.faults.length === 0) return event;
    const others = event.faults
      .map(({ path }) => fieldOf(path))
      .filter((name) => !Object.hasOwn(event.unreadable, name))
      .map((name) => [
        name,
        String(known[name.replace(/^question-\d+-/, 'question-')] ?? own.view.texts.form.unusable),
      ]);
    throw new FormFault(Object.fromEntries([...faults, ...others]), 400, false, typed);
  };

  /** Its rule, likewise. */
  const readRightRule = (own: Own, typed: Typed, firstDate: LocalDate): string | null => {
    const { rule, unusable } = readRule(typed, firstDate);
    const faults = Object.entries(unusable).map(([field, fault]) => [field, own.view.texts.faults[fault]]);
    if (faults.length > 0) throw new FormFault(Object.fromEntries(faults), 400, false, typed);
    return rule;
  };

  const categoriesOf = async () => domain.listCategories();

  /** The times that a clock change leaves open, once they are typed. */
  const unclearIn = (typed: Typed | null, before: EventDraft | null) => {
    const event = typed && read(typed, before);
    return { unclear: event?.unclear ?? {}, timeZone: event?.timeZone ?? 'UTC' };
  };

  /** A copy has all but the dates and a cover that another user uploaded. */
  const typedCopy = async (eventId: string, callerId: UserId, language: Language): Promise<Typed> => {
    const { draft, event } = await domain.getManagedEvent({ eventId, callerId });
    const questions = draft.questions.map((question) => ({ ...question, id: null }));
    const picture = referredPicture(draft.coverUrl);
    const isOwn = !picture || (await domain.ownsPicture({ ownerId: callerId, pictureId: picture.id }));
    const coverUrl = isOwn ? draft.coverUrl : null;
    const typed = typedDraft({ ...draft, coverUrl, questions }, event.timeZone, language);
    return { ...typed, startAt: [], endAt: [], rsvpUntil: [] };
  };

  form<FormData>('/organise/new', {
    read: async (own, sent) => {
      const { from, series } = queryOf(own.request);
      const [categories, copied] = await Promise.all([
        categoriesOf(),
        sent === null && typeof from === 'string' ? typedCopy(from, own.viewer.id, own.view.language) : null,
      ]);
      const slugs = categories.map(({ slug }) => slug);
      const category = slugs.includes(usualCategory) ? usualCategory : (slugs[0] ?? usualCategory);
      const isSeries = sent ? repeatOf(sent) !== '' : series !== undefined;
      return {
        ...emptyMerge,
        ...unclearIn(sent, null),
        kind: isSeries ? 'series' : 'event',
        categories,
        typed: {
          ...(copied ?? typedNewEvent(category)),
          ...(isSeries ? { repeat: ['weeks'], interval: ['1'] } : {}),
        },
        served: null,
        rule: null,
        managed: null,
        back: ['/organise', own.view.texts.organise.title],
      };
    },
    typed: (_own, { typed }) => typed,
    render: eventFormView,
    actions: {
      save: {
        once: 'bulk',
        picture: 'cover',
        cost: (typed) => (repeatOf(typed) === '' ? 'write' : 'bulk'),
        run: async (own, sent, _data, within) => {
          const typed = withQuestionsInOrder(sent);
          const { draft, coverId, firstDate } = readRight(own, typed, null);
          const organizerId = own.viewer.id;
          const rule = readRightRule(own, typed, firstDate);
          const { faults } = own.view.texts;
          if (rule === null) {
            const { id } = await within.createEvent({ organizerId, draft, coverId });
            return `/organise/${id}?done=created`;
          }
          const { events } = await within
            .createSeries({ organizerId, draft, coverId, rule })
            .catch((error: unknown) => {
              throw isStartOfRule(error)
                ? new FormFault({ startAt: faults.startOfRule }, 400, false, typed)
                : error;
            });
          return events[0] ? `/organise/${events[0].id}?done=createdSeries` : '/organise?done=createdSeries';
        },
      },
    },
  });

  form<FormData>('/organise/:id/edit', {
    read: async (own, sent) => {
      const [managed, categories] = await Promise.all([
        domain.getManagedEvent({ eventId: own.id, callerId: own.viewer.id }),
        categoriesOf(),
      ]);
      const { event, draft, version } = managed;
      const { series } = event;
      const rule =
        series && !series.isDetached && event.organizer.id === own.viewer.id
          ? (await domain.getSeries({ seriesId: series.id, callerId: own.viewer.id })).rule
          : null;
      const current = typedDraft(draft, event.timeZone, own.view.language);
      return {
        ...emptyMerge,
        ...unclearIn(sent, draft),
        kind: 'edit',
        categories,
        typed: rule === null ? current : { ...current, ...typedRule(rule), rule: [rule], scope: ['one'] },
        served: { version, base: baseOf(current) },
        rule: rule === null ? null : wholeRule(rule, event, own.view.language),
        managed,
        back: [`/organise/${own.id}`, event.title],
      };
    },
    typed: (_own, { typed }) => typed,
    render: (view, data, state) => {
      const { typed, served } = merged(data, state);
      return eventFormView(view, { ...data, ...served }, { ...state, typed });
    },
    actions: {
      save: {
        picture: 'cover',
        cost: (typed) => (typedText(typed, 'scope') === 'all' ? 'bulk' : 'write'),
        run: async (own, sent, data) => {
          const { managed } = data;
          if (!managed) throw refuse('event_not_found');
          const typed = withQuestionsInOrder(sent);
          const { draft, coverId, firstDate } = readRight(own, typed, managed.draft);
          const { event } = managed;
          // Sent twice, it finds its own change, which is no conflict.
          const isSaid = saysTheSame(typed, data.typed);
          const ifVersion = isSaid ? managed.version : Number(typedText(typed, 'version'));
          // A cover that stays is not named: an admin who edits may not have uploaded it.
          const stays = coverId !== undefined || draft.coverUrl === managed.draft.coverUrl;
          const cover = { coverId, coverUrl: stays ? undefined : draft.coverUrl };
          const command = { callerId: own.viewer.id, origin: own.origin };
          const { faults } = own.view.texts;
          // Compared with the rule that the form began with: others may have changed it meanwhile.
          const servedRule = typedRule(typedText(typed, 'rule') || typedText(data.typed, 'rule'));
          const isRuleChanged =
            data.rule !== null && readRule(typed, firstDate).rule !== readRule(servedRule, firstDate).rule;
          if (typedText(typed, 'scope') === 'all' && event.series && data.rule !== null) {
            const before = read(data.typed, managed.draft);
            if (before.firstDate !== firstDate)
              throw new FormFault({ startAt: faults.moved }, 400, false, typed);
            if (typedText(typed, 'rsvpUntil') !== typedText(data.typed, 'rsvpUntil'))
              throw new FormFault({ rsvpUntil: faults.untilOfOne }, 400, false, typed);
            const rule = readRightRule(own, typed, firstDate);
            const { startAt: _start, endAt: _end, rsvpUntil: _until, metadata: _data, ...fields } = draft;
            await domain.changeSeries({
              ...command,
              seriesId: event.series.id,
              from: event.startAt,
              ifVersion,
              event: { ...fields, ...cover },
              ...changedTimes(typed, data.typed, draft, managed.draft),
              ...(isRuleChanged && rule !== null ? { rule } : {}),
            });
          } else if (isRuleChanged) throw new FormFault({ scope: faults.ruleOfOne }, 400, false, typed);
          else
            await domain.updateEvent({
              ...command,
              eventId: event.id,
              changes: { ...draft, ...cover, metadata: undefined },
              ifVersion,
            });
          return `/organise/${own.id}?done=changed`;
        },
      },
    },
  });

  /** A form of a former version has what others changed meanwhile, and says so. */
  const merged = ({ typed: current, served }: FormData, { typed }: FormState) => {
    const version = typedText(typed, 'version');
    if (!served || version === '' || Number(version) === served.version)
      return { typed, served: { ...emptyMerge, served } };
    const { typed: all, taken, theirs } = mergeForms(typed, typedText(typed, 'base'), current);
    return { typed: all, served: { taken, theirs, served } };
  };
};

/**
 * The times of a series that a form changes. What it leaves is not sent: a clock change may have moved the local time
 * of the one event that it shows.
 */
const changedTimes = (typed: Typed, current: Typed, draft: EventDraft, before: EventDraft) => {
  const { isAllDay } = draft;
  const isOtherKind = isAllDay !== before.isAllDay;
  const timeOf = (form: Typed) => typedText(form, 'startAt').slice(11, 16);
  const unit = isAllDay ? 24 * 60 : 1;
  const lengthOf = ({ startAt, endAt }: EventDraft) =>
    Math.round((endAt.getTime() - startAt.getTime()) / 60_000 / unit) * unit;
  const startTime = isAllDay ? '00:00' : timeOf(typed);
  return {
    startTime: isOtherKind || (!isAllDay && startTime !== timeOf(current)) ? startTime : undefined,
    durationMinutes: isOtherKind || lengthOf(draft) !== lengthOf(before) ? lengthOf(draft) : undefined,
  };
};

/** Whether a series does not begin on a day of its rule. */
const isStartOfRule = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.problem.code === 'invalid_request' &&
  error.problem.errors.some(({ message }) => message.includes('first date of the rule'));
