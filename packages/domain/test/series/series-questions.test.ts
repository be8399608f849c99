import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { QuestionDraft } from '../../src/events/question.ts';
import { faultsOf, person, refusal, draft as someDraft, unknownId } from '../support.ts';

const question = (label: string, changes: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...{ id: null, label, kind: 'text', options: [], isRequired: false },
  ...changes,
});

const scene = async (questions: readonly QuestionDraft[]) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const draft = someDraft(world, { questions });
  const { id, events } = await world.domain.createSeries({ organizerId, draft, rule: 'FREQ=DAILY;COUNT=3' });
  const questionsOf = (index: number) =>
    world.domain
      .getEvent({ eventId: events[index]?.id ?? '', callerId: null })
      .then(({ questions }) => questions);
  const change = (questions: readonly QuestionDraft[], rule?: string) =>
    world.domain.changeSeries({ seriesId: id, callerId: organizerId, event: { questions }, rule });
  return { world, organizerId, id, events, questionsOf, change };
};

t.test('each event of a series asks its own questions', async (t) => {
  const { questionsOf } = await scene([question('Food?', { id: unknownId }), question('Why?')]);
  const [first, second] = [await questionsOf(0), await questionsOf(1)];
  t.strictSame(
    first.map(({ label }) => label),
    ['Food?', 'Why?'],
  );
  t.equal(new Set([...first, ...second].map(({ id }) => id)).size, 4);
  t.notOk(first.some(({ id }) => id === unknownId));
});

t.test('an id of one event names the same question in all of them', async (t) => {
  const { world, change, questionsOf } = await scene([question('Food?'), question('Why?')]);
  const [first, second] = [await questionsOf(0), await questionsOf(1)];
  await change([question('What do you eat?', { id: first[0]?.id ?? '' }), question('When?')]);
  t.strictSame(
    (await questionsOf(1)).map(({ id, label }) => [id === second[0]?.id, label]),
    [
      [true, 'What do you eat?'],
      [false, 'When?'],
    ],
  );
  t.equal((await questionsOf(0))[0]?.id, first[0]?.id);
  world.clock.advance(364 * 86_400_000);
  t.equal(await world.domain.extendSeries(), 0);
});

t.test('questions in the same words stay two', async (t) => {
  const { change, questionsOf } = await scene([question('Guest?'), question('Guest?')]);
  const [first, second] = [await questionsOf(0), await questionsOf(1)];
  await change(first.map((one) => ({ ...one, isRequired: true })));
  const ids = (await questionsOf(1)).map(({ id }) => id);
  t.equal(new Set(ids).size, 2);
  t.equal(ids[0], second[0]?.id);
});

t.test('events that are made later ask what the series asks now', async (t) => {
  const { world, change } = await scene([question('Food?')]);
  const view = await change([question('Drinks?', { isRequired: true })], 'FREQ=DAILY;COUNT=5');
  const last = await world.domain.getEvent({ eventId: view.events.at(-1)?.id ?? '', callerId: null });
  t.match(last.questions, [{ label: 'Drinks?', isRequired: true }]);
});

t.test('a question that was answered keeps its kind in all events', async (t) => {
  const { world, organizerId, events, change, questionsOf } = await scene([question('Food?')]);
  const [first] = await questionsOf(0);
  const answered = { eventId: events[2]?.id ?? '', userId: organizerId };
  await world.domain.answerRsvp({ ...answered, state: 'going' });
  const [last] = await questionsOf(2);
  await world.domain.answerQuestions({ ...answered, answers: { [last?.id ?? '']: 'Bread' } });
  await t.rejects(
    change([question('Food?', { id: first?.id ?? '', kind: 'yesNo' })]),
    refusal('question_answered'),
  );
  t.strictSame(await questionsOf(0), [first]);
  await change([question('Eat?', { id: last?.id ?? '' })]);
  t.strictSame(await world.domain.readMyAnswers(answered), { [last?.id ?? '']: 'Bread' });
});

t.test('refuses ids of other questions and faulty ones', async (t) => {
  const { change } = await scene([question('Food?')]);
  t.match(await faultsOf(change([question('Food?', { id: unknownId })])), [
    { path: '/event/questions/0/id', message: 'must be the id of a question of one of the events' },
  ]);
  t.match(await faultsOf(change([question(' ')])), [{ path: '/event/questions/0/label' }]);
});
