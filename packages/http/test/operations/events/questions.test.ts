import t from 'tap';
import { isProblem, openTestApp, type Person } from '../../../test-support/test-app.ts';

t.test('guests answer what an event asks, and managers alone read it', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, ada, bob] = [await person(), await person(), await person()];
  const questions = [
    { label: 'Food?', kind: 'choice', options: ['Meat', '=cmd'], isRequired: true },
    { label: '=Notes', kind: 'text' },
  ];
  const { id } = await event(organizer, { questions });
  const at = `/v1/events/${id}`;
  const detail = async (as?: Person) => (await call(`GET ${at}`, { as })).body;
  const eventQuestions = (await detail()).questions;
  t.match(eventQuestions, [
    { label: 'Food?', kind: 'choice', options: ['Meat', '=cmd'], isRequired: true },
    { label: '=Notes', kind: 'text', options: [], isRequired: false },
  ]);
  t.equal((await detail(ada)).missingAnswers, 1);
  const [food, notes] = eventQuestions.map((question: { readonly id: string }) => question.id);
  const put = (as: Person | undefined, answers: unknown) =>
    call(`PUT ${at}/my-answers`, { as, body: { answers } });
  isProblem(t, await put(undefined, {}), 401, 'unauthenticated');
  isProblem(t, await put(ada, { [food]: 'Meat' }), 409, 'not_going');
  t.equal((await call(`POST ${at}/rsvp`, { as: ada, body: { status: 'interested' } })).status, 200);
  for (const [answers, path] of [
    [{}, `/answers/${food}`],
    [{ [food]: '' }, `/answers/${food}`],
    [{ [food]: 'Fish' }, `/answers/${food}`],
    [{ [food]: true }, `/answers/${food}`],
    [{ [food]: 'Meat', [notes]: 'x'.repeat(501) }, `/answers/${notes}`],
    [{ [food]: 'Meat', [notes]: null }, `/answers/${notes}`],
    [{ [food]: 'Meat', other: 'x' }, '/answers/other'],
  ] as const) {
    const refusal = await put(ada, answers);
    isProblem(t, refusal, 400, 'invalid_request');
    t.strictSame(
      refusal.body.errors.map((error: { readonly path: string }) => error.path),
      [path],
    );
  }
  t.strictSame((await call(`GET ${at}/my-answers`, { as: ada })).body, { answers: {} });
  const answers = { [food]: '=cmd', [notes]: 'two\nlines' };
  const response = await put(ada, answers);
  t.strictSame([response.status, response.body], [200, { answers }]);
  t.strictSame((await call(`GET ${at}/my-answers`, { as: ada })).body, { answers });
  t.strictSame((await call(`GET ${at}/my-answers`, { as: bob })).body, { answers: {} });
  t.equal((await detail(ada)).missingAnswers, 0);
  const attendees = await call(`GET ${at}/attendees`, { as: organizer });
  t.match(attendees.body.data, [{ user: { id: ada.id }, answers }]);
  isProblem(t, await call(`GET ${at}/attendees`, { as: ada }), 403, 'forbidden');
  const change = (changed: unknown) => call(`PATCH ${at}`, { as: organizer, body: { questions: changed } });
  isProblem(t, await change([{ ...eventQuestions[0], kind: 'text', options: [] }]), 409, 'question_answered');
  isProblem(t, await change([{ ...eventQuestions[0], id }]), 400, 'invalid_request');
  isProblem(t, await change([{ label: 'x', kind: 'choice', options: ['one'] }]), 400, 'invalid_request');
  t.strictSame((await change([eventQuestions[1]])).body.questions, [eventQuestions[1]]);
  const csv = await call(`GET ${at}/attendees.csv`, { as: organizer });
  t.match(csv.text, ",'=Notes,Food?");
  t.match(csv.text, ',"two\nlines",\'=cmd');
  t.match((await call(`GET ${at}/attendees`, { as: organizer })).body.data, [
    { answers: { [notes]: 'two\nlines' } },
  ]);
  await call(`POST ${at}/rsvp`, { as: ada, body: { status: null } });
  t.strictSame((await call(`GET ${at}/my-answers`, { as: ada })).body, { answers: {} });
});
