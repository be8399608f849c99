import t from 'tap';
import type { QuestionDraft } from '../../src/events/question.ts';
import { person } from '../support.ts';
import { invitationScene, mailedToken } from './invitation-scene.ts';

const questions: readonly QuestionDraft[] = [
  { id: null, label: 'Food?', kind: 'text', options: [], isRequired: true },
  { id: null, label: 'Notes?', kind: 'text', options: [], isRequired: false },
];

const scene = async () => {
  const onlineUrl = 'https://meet.example/choir';
  const invitationView = await invitationScene(
    {},
    { visibility: 'private', attendance: 'mixed', onlineUrl, capacity: 5, questions },
  );
  const { world, domain, eventId, organizer, invite } = invitationView;
  await domain.answerRsvp({ eventId, userId: organizer, state: 'going' });
  const { linkToken } = await invite({ emails: ['guest@mail.example'] });
  await world.deliverMails();
  const view = (token: string, viewerId: typeof organizer | null = null) =>
    domain.viewInvitation({ token, viewerId });
  return { ...invitationView, linkToken, personalToken: mailedToken(world), view, onlineUrl };
};

t.test('a personal invitation shows the whole event, and nothing of its organizer', async (t) => {
  const { personalToken, view, eventId } = await scene();
  const { detail, questions: questionList, isPersonal } = await view(personalToken);
  t.equal(isPersonal, true);
  t.match(detail, { id: eventId, rsvpCount: 1, myRsvp: null, isSaved: false, myBooking: null });
  t.match(detail, { onlineUrl: null, missingAnswers: 1 });
  t.equal(detail?.myRole, null, 'nor that the organizer manages it');
  t.strictSame(
    questionList.map(({ label }) => label),
    ['Food?', 'Notes?'],
  );
});

t.test('a shared link shows the whole event to those alone who are in', async (t) => {
  const { world, linkToken, view, accept, eventId, onlineUrl, domain, organizer } = await scene();
  const guest = await person(world);
  for (const viewer of [null, guest]) {
    const { detail, questions: questionList, event } = await view(linkToken, viewer);
    t.equal(detail, null);
    t.equal(event.id, eventId);
    t.equal(questionList.length, 2, 'they answer with joining');
  }
  await accept(linkToken, guest);
  t.match((await view(linkToken, guest)).detail, { id: eventId, myRsvp: 'going', onlineUrl });
  const [food, notes] = (await view(linkToken)).questions;
  const answers = { [food?.id ?? '']: 'Soup', [notes?.id ?? '']: 'Late.' };
  await domain.answerQuestions({ eventId, userId: guest, answers });
  const changes = { questions: food ? [food] : [] };
  await domain.updateEvent({ eventId, callerId: organizer, changes });
  t.strictSame(
    (await view(linkToken)).questions.map(({ id }) => id),
    [food?.id],
    'without removed ones',
  );
});
