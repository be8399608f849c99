import { type Question, type QuestionId, questionLimits } from '../../src/events/question.ts';
import type { UserId } from '../../src/ids.ts';
import { addBooking, addEvent, addUser, documentOf, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'attendees' | 'bookings' | 'eventCatalog' | 'events' | 'questions' | 'rsvps' | 'users'>;

const question = (changes: Partial<Question> = {}): Question => ({
  id: newId<'question'>() as QuestionId,
  label: 'Anything else?',
  kind: 'text',
  options: [],
  isRequired: false,
  ...changes,
});

/** What events ask and their guests answer. */
export const questionStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  const scene = async (stores: Ports['stores']) => {
    const food = question({ label: 'Food?', kind: 'choice', options: ['A', 'B'], isRequired: true });
    const vegan = question({ label: 'Vegan?', kind: 'yesNo', isRequired: true });
    const more = question({ label: 'More?', kind: 'choices', options: ['x', 'y'] });
    const questions = [food, vegan, more];
    const event = await addEvent(stores, { questions, capacity: 5 });
    const guest = await addUser(stores);
    await stores.rsvps.set(event.id, guest.id, 'interested', now);
    const answersOf = async (user: UserId) =>
      (await stores.questions.answersOf(event.id, [user])).get(user) ?? null;
    const missing = async (user: UserId | null) =>
      (await stores.eventCatalog.detail(event.id, user, now))?.missingAnswers;
    const change = async (list: readonly Question[], sequence: number) =>
      stores.events.change(event.id, sequence, { questions: list }, documentOf(event), now);
    return { food, vegan, more, questions, event, guest, answersOf, missing, change };
  };

  await example(t, 'keeps answers in their kinds, and counts what is missing', async (t, { stores }) => {
    const { food, vegan, more, questions, event, guest, answersOf, missing } = await scene(stores);
    const other = await addEvent(stores, { questions: [question({ isRequired: true })] });
    t.strictSame((await stores.events.find(event.id))?.questions, questions);
    t.strictSame((await stores.eventCatalog.detail(event.id, null, now))?.questions, questions);
    t.strictSame([await missing(guest.id), await missing(null)], [2, 2]);
    const answers = { [food.id]: 'A', [vegan.id]: false, [more.id]: ['y', 'x'] };
    t.equal(await stores.questions.answer(event.id, guest.id, questions, answers), 'answered');
    t.strictSame(await answersOf(guest.id), answers);
    t.equal(await missing(guest.id), 0);
    const fewer = { [food.id]: 'B', [vegan.id]: true };
    t.equal(await stores.questions.answer(event.id, guest.id, questions, fewer), 'answered');
    t.strictSame(await answersOf(guest.id), fewer, 'what is left out is answered no more');
    t.strictSame(await stores.questions.answersOf(other.id, [guest.id]), new Map());
    t.equal(await stores.questions.answer(event.id, event.organizerId, questions, fewer), 'not_going');
  });

  await example(t, 'counts blank answers as missing', async (t, { stores }) => {
    const words = question({ isRequired: true });
    const event = await addEvent(stores, { questions: [words] });
    const guest = await addUser(stores);
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    for (const [value, expected] of [
      ['', 1],
      [' \n', 1],
      ['none', 0],
    ] as const) {
      await stores.questions.answer(event.id, guest.id, [words], { [words.id]: value });
      t.equal((await stores.eventCatalog.detail(event.id, guest.id, now))?.missingAnswers, expected);
    }
  });

  await example(t, 'keeps the answers to what is asked no more, and their kind', async (t, { stores }) => {
    const { food, vegan, more, questions, event, guest, answersOf, change } = await scene(stores);
    const answers = { [food.id]: 'A', [vegan.id]: true };
    await stores.questions.answer(event.id, guest.id, questions, answers);
    const reshaped = { ...food, kind: 'text' as const, options: [] };
    t.equal(await change([reshaped, vegan, more], 0), 'question_answered');
    t.strictSame((await stores.events.find(event.id))?.questions, questions);
    const free = { ...more, kind: 'text' as const, options: [] };
    const renamed = { ...vegan, label: 'Vegan at all?' };
    t.equal(await change([renamed, free], 0), true);
    t.strictSame((await stores.events.find(event.id))?.questions, [renamed, free]);
    t.strictSame(
      (await stores.questions.ofEvent(event.id)).map(({ id, isRemoved }) => [id, isRemoved]),
      [
        [vegan.id, false],
        [more.id, false],
        [food.id, true],
      ],
    );
    t.equal(await stores.questions.answer(event.id, guest.id, questions, answers), 'outdated');
    await stores.questions.answer(event.id, guest.id, [renamed, free], { [vegan.id]: false });
    t.strictSame(await answersOf(guest.id), { [food.id]: 'A', [vegan.id]: false });
  });

  await example(t, 'forgets what was asked long ago', async (t, { stores }) => {
    const { questions, event, guest, answersOf, change } = await scene(stores);
    let current: readonly Question[] = questions;
    const rounds = Math.ceil(questionLimits.kept / 9) + 1;
    const texts = Array.from({ length: rounds }, () => Array.from({ length: 10 }, () => question()));
    for (const [sequence, next] of texts.entries()) {
      t.equal(await change(next, sequence), true);
      current = next;
      // All but the first, which then has no answer.
      const answers = Object.fromEntries(next.slice(1).map(({ id }) => [id, 'Yes']));
      await stores.questions.answer(event.id, guest.id, current, answers);
    }
    t.equal(await change([question(), ...current], rounds), true);
    t.equal(await change([], rounds + 1), true);
    const newestIds = texts
      .flatMap((round) => round.slice(1).map(({ id }) => id))
      .slice(-questionLimits.kept);
    t.strictSame(new Set((await stores.questions.ofEvent(event.id)).map(({ id }) => id)), new Set(newestIds));
    t.strictSame(new Set(Object.keys((await answersOf(guest.id)) ?? {})), new Set(newestIds));
  });

  await example(t, 'ends answers with the last of RSVP and booking', async (t, { stores }) => {
    const { food, questions, event, guest, answersOf } = await scene(stores);
    const answer = () => stores.questions.answer(event.id, guest.id, questions, { [food.id]: 'A' });
    await answer();
    await addBooking(stores, event.id, guest.id);
    await stores.rsvps.set(event.id, guest.id, null, now);
    t.strictSame(await answersOf(guest.id), { [food.id]: 'A' });
    await stores.bookings.cancel(event.id, guest.id, now);
    t.equal(await answersOf(guest.id), null);
    t.equal(await answer(), 'not_going');
    await addBooking(stores, event.id, guest.id);
    await answer();
    await stores.attendees.remove(event.id, guest.id, now);
    t.equal(await answersOf(guest.id), null);
  });

  await example(t, 'leaves no answer of one who ends everything meanwhile', async (t, { stores }) => {
    const { food, questions, event, answersOf } = await scene(stores);
    const guests = await concurrently(8, () => addUser(stores));
    for (const { id } of guests) await stores.rsvps.set(event.id, id, 'going', now);
    await Promise.all(
      guests.flatMap(({ id }) => [
        stores.questions.answer(event.id, id, questions, { [food.id]: 'A' }),
        stores.rsvps.set(event.id, id, null, now),
      ]),
    );
    for (const { id } of guests) t.equal(await answersOf(id), null);
  });

  await example(t, 'answers and another kind at once: one of them', async (t, { stores }) => {
    const { food, vegan, more, questions, event, guest, change, answersOf } = await scene(stores);
    const reshaped = { ...food, kind: 'text' as const, options: [] };
    const [answered, changed] = await Promise.all([
      stores.questions.answer(event.id, guest.id, questions, { [food.id]: 'A' }),
      change([reshaped, vegan, more], 0),
    ]);
    t.ok(answered === 'answered' ? changed === 'question_answered' : answered === 'outdated');
    t.equal((await answersOf(guest.id)) === null, changed === true);
  });
};
