import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { QuestionDraft } from '../../src/events/question.ts';
import { faultsOf, event as makeEvent, person, unknownId } from '../support.ts';

const question = (changes: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...{ id: null, label: 'Food?', kind: 'text', options: [], isRequired: false },
  ...changes,
});

const scene = async (questions: readonly QuestionDraft[] = []) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const { id: eventId, questions: eventQuestions } = await makeEvent(world, organizer, { questions });
  const change = async (changed: readonly QuestionDraft[]) =>
    (await world.domain.updateEvent({ eventId, callerId: organizer, changes: { questions: changed } }))
      .questions;
  return { world, eventId, eventQuestions, change };
};

const refused = async (...questions: readonly QuestionDraft[]) => faultsOf(scene(questions));

t.test('an event asks at most ten questions', async (t) => {
  const { eventQuestions } = await scene(Array.from({ length: 10 }, () => question()));
  t.equal(new Set(eventQuestions.map(({ id }) => id)).size, 10, 'also in the same words');
  t.strictSame(await refused(...Array.from({ length: 11 }, () => question())), [
    { path: '/questions', message: 'must be at most 10' },
  ]);
});

t.test('labels, kinds and options have bounds', async (t) => {
  t.match(await refused(question({ label: ' ' }), question({ label: 'x'.repeat(201) })), [
    { path: '/questions/0/label' },
    { path: '/questions/1/label' },
  ]);
  t.match(await refused(question({ kind: 'number' as never })), [{ path: '/questions/0/kind' }]);
  const choice = (options: readonly string[], kind: QuestionDraft['kind'] = 'choice') =>
    question({ kind, options });
  const many = Array.from({ length: 20 }, (_, index) => `Dish ${index}`);
  t.equal((await scene([choice(['A', 'B']), choice(many, 'choices')])).eventQuestions.length, 2);
  const different = { path: '/questions/0/options', message: 'must be 2 to 20 different texts' };
  for (const options of [[], ['A'], ['A', 'A'], [...many, 'One more']])
    t.strictSame(await refused(choice(options)), [different]);
  t.match(await refused(choice(['A', 'x'.repeat(101)])), [{ path: '/questions/0/options/1' }]);
  for (const kind of ['text', 'yesNo'] as const)
    t.strictSame(await refused(choice(['A', 'B'], kind)), [
      { path: '/questions/0/options', message: 'are for the kinds choice and choices alone' },
    ]);
});

t.test('an id names one question of the event', async (t) => {
  const { eventQuestions, change } = await scene([question()]);
  const [{ id } = { id: '' }] = eventQuestions;
  t.strictSame(await faultsOf(change([question({ id: unknownId })])), [
    { path: '/questions/0/id', message: 'must be the id of a question of the event' },
  ]);
  t.strictSame(await faultsOf(change([question({ id }), question({ id, label: 'Drinks?' })])), [
    { path: '/questions', message: 'must have different ids' },
  ]);
  t.match(await change([question({ id, label: ' Drinks? ' })]), [{ id, label: 'Drinks?' }]);
});

t.test('a question in the same words and of the same kind stays the same', async (t) => {
  const { world, eventId, eventQuestions, change } = await scene([question(), question({ label: 'Why?' })]);
  const [food, why] = eventQuestions;
  const drafts = [question({ label: 'Why?', isRequired: true }), question({ label: ' Food? ' })];
  t.match(await change(drafts), [{ id: why?.id, isRequired: true }, { id: food?.id }]);
  const { sequence } = await world.domain.getEvent({ eventId, callerId: null });
  await change(drafts);
  t.equal((await world.domain.getEvent({ eventId, callerId: null })).sequence, sequence, 'nothing changed');
  const [first, second] = await change([question(), question()]);
  const again = await change([question({ isRequired: true }), question()]);
  t.match(again, [{ id: first?.id, isRequired: true }, { id: second?.id }], 'in their order');
  const [other] = await change([question({ kind: 'yesNo' })]);
  t.notOk([food, why, first, second].some((one) => one?.id === other?.id));
});
