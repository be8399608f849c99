import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { QuestionDraft } from '../../src/events/question.ts';
import { day } from '../../src/time.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const drafts: readonly QuestionDraft[] = [
  { id: null, label: 'Food?', kind: 'choice', options: ['Soup', 'Bread'], isRequired: true },
  { id: null, label: 'Extras?', kind: 'choices', options: ['Salt', 'Oil'], isRequired: false },
  { id: null, label: 'Vegan?', kind: 'yesNo', options: [], isRequired: false },
  { id: null, label: 'Notes?', kind: 'text', options: [], isRequired: false },
];

const rowsOf = async <Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};

const scene = async () => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const { id: eventId, questions } = await event(world, organizer, { questions: drafts, capacity: 5 });
  const [food = '', extras = '', vegan = '', notes = ''] = questions.map(({ id }) => id);
  const mine = { eventId, userId: guest };
  const answer = (answers: Readonly<Record<string, unknown>>) => domain.answerQuestions({ ...mine, answers });
  const read = () => domain.readMyAnswers(mine);
  const askOnly = (...indices: readonly number[]) =>
    domain.updateEvent({
      ...{ eventId, callerId: organizer },
      changes: { questions: indices.flatMap((index) => questions[index] ?? []) },
    });
  return { world, domain, organizer, guest, ...mine, food, extras, vegan, notes, answer, read, askOnly };
};

t.test('guests answer each kind of question, and replace their answers', async (t) => {
  const { domain, eventId, guest, food, extras, vegan, notes, answer, read } = await scene();
  t.strictSame(await read(), {}, 'one need not be a guest to read');
  await t.rejects(answer({ [food]: 'Soup' }), refusal('not_going'));
  await domain.bookSeats({ eventId, userId: guest, quantity: 1 });
  const all = { [food]: 'Soup', [extras]: ['Oil', 'Salt'], [vegan]: false, [notes]: 'two\nlines' };
  t.strictSame(await answer(all), all);
  t.strictSame(await read(), all);
  await answer({ [food]: 'Bread' });
  t.strictSame(await read(), { [food]: 'Bread' });
});

t.test('answers that do not fit their questions are refused, each with its path', async (t) => {
  const { domain, eventId, guest, food, extras, vegan, notes, answer } = await scene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'interested' });
  const faultOf = async (id: string, value: unknown) => {
    const [fault, ...more] = await faultsOf(answer({ [food]: 'Soup', [id]: value }));
    t.strictSame(more, []);
    t.equal(fault?.path, `/answers/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    return fault?.message;
  };
  for (const blank of [undefined, '']) t.equal(await faultOf(food, blank), 'must be answered');
  for (const value of ['Cake', true, ['Soup']])
    t.equal(await faultOf(food, value), 'must be one of the options');
  for (const value of ['Salt', ['Salt', 'Salt'], ['Cake'], [1]])
    t.equal(await faultOf(extras, value), 'must be different ones of the options');
  t.equal(await faultOf(vegan, 'yes'), 'must be true or false');
  t.equal(await faultOf(notes, 7), 'must be a text');
  t.equal(await faultOf(notes, 'x'.repeat(501)), 'must be at most 500 characters');
  for (const id of [unknownId, 'a/b~c', '__proto__x'])
    t.equal(await faultOf(id, 'x'), 'must be the id of a question of the event');
  t.match(await faultsOf(answer({})), [{ path: `/answers/${food}`, message: 'must be answered' }]);
});

t.test('blank texts and empty lists are no answers to what has to be answered', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const required = drafts.map((one) => ({ ...one, isRequired: true }));
  const { id: eventId, questions } = await event(world, organizer, { questions: required });
  await world.domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const values = ['', [], false, ' \n'];
  const answers = Object.fromEntries(questions.map(({ id }, index) => [id, values[index]]));
  const paths = await faultsOf(world.domain.answerQuestions({ eventId, userId: guest, answers }));
  t.strictSame(
    paths.map(({ path }) => questions.findIndex(({ id }) => path.endsWith(id))),
    [0, 1, 3],
  );
});

t.test('a blank text is kept as no answer', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const { id: eventId, questions } = await event(world, organizer, { questions: drafts.slice(3) });
  await world.domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const answers = { [questions[0]?.id ?? '']: ' \n' };
  t.strictSame(await world.domain.answerQuestions({ eventId, userId: guest, answers }), {});
  t.strictSame(await world.domain.readMyAnswers({ eventId, userId: guest }), {});
});

t.test('events that are cancelled or over take no answers', async (t) => {
  for (const end of ['cancelled', 'over'] as const) {
    const { world, domain, eventId, guest, organizer, food, answer, read } = await scene();
    await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
    await answer({ [food]: 'Soup' });
    if (end === 'cancelled') await domain.cancelEvent({ eventId, callerId: organizer });
    else world.clock.advance(2 * day);
    await t.rejects(answer({ [food]: 'Bread' }), refusal(`event_${end}`));
    t.strictSame(await read(), { [food]: 'Soup' }, 'they are read on');
  }
});

t.test('what is asked no more is for the export alone', async (t) => {
  const { domain, eventId, guest, organizer, food, notes, answer, read, askOnly } = await scene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  await answer({ [food]: 'Soup', [notes]: 'Late.' });
  await askOnly(3);
  t.strictSame(await read(), { [notes]: 'Late.' });
  const list = () => domain.listAttendees({ eventId, callerId: organizer });
  t.match((await list()).items, [{ answers: { [notes]: 'Late.' } }]);
  t.notOk(food in ((await list()).items[0]?.answers ?? {}));
  const exported = async () => {
    const { questions, pages } = await domain.exportAttendees({ eventId, callerId: organizer });
    return {
      asked: questions.map(({ id, isRemoved }) => [id, isRemoved]),
      answers: (await rowsOf(pages)).map((row) => row.answers),
    };
  };
  const removed = [food, true] as const;
  const answers = [{ [food]: 'Soup', [notes]: 'Late.' }];
  t.strictSame(await exported(), { asked: [[notes, false], removed], answers });
  await askOnly();
  t.match((await list()).items, [{ answers: {} }]);
  t.strictSame(await exported(), { asked: [removed, [notes, true]], answers });
});

t.test('a question that was answered keeps its kind', async (t) => {
  const { domain, eventId, guest, organizer, food, answer } = await scene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  await answer({ [food]: 'Soup' });
  const own = { eventId, callerId: organizer };
  const { questions } = await domain.getEvent(own);
  const asText = questions.map((one) =>
    one.id === food ? { ...one, kind: 'text' as const, options: [] } : one,
  );
  const change = domain.updateEvent({ ...own, changes: { questions: asText } });
  await t.rejects(change, refusal('question_answered'));
  t.strictSame((await domain.getEvent(own)).questions, questions);
});

t.test('who answered nothing is listed and exported without answers', async (t) => {
  const { domain, eventId, guest, organizer } = await scene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const own = { eventId, callerId: organizer };
  t.match((await domain.listAttendees(own)).items, [{ user: { id: guest }, answers: {} }]);
  const { pages } = await domain.exportAttendees(own);
  t.match(await rowsOf(pages), [{ user: { id: guest }, answers: {} }]);
});

t.test('answers meet what the event asks when they are written', async (t) => {
  const { world, domain, eventId, guest, food, notes, askOnly } = await scene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const { questions } = world.dependencies.stores;
  const meanwhile = (act: () => Promise<unknown>) => {
    let isFirst = true;
    return createDomain({
      ...world.dependencies,
      stores: {
        ...world.dependencies.stores,
        questions: {
          ...questions,
          answer: async (...all) => {
            if (isFirst) await act();
            isFirst = false;
            return questions.answer(...all);
          },
        },
      },
    });
  };
  const changed = meanwhile(() => askOnly(3));
  const answers = { [food]: 'Soup', [notes]: 'Late.' };
  t.match(await faultsOf(changed.answerQuestions({ eventId, userId: guest, answers })), [
    { path: `/answers/${food}` },
  ]);
  const withdrawal = meanwhile(() => domain.answerRsvp({ eventId, userId: guest, state: null }));
  await t.rejects(
    withdrawal.answerQuestions({ eventId, userId: guest, answers: { [notes]: 'Late.' } }),
    refusal('not_going'),
  );
});
