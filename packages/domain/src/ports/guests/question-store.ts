import type { Answers, AskedQuestion, Question } from '../../events/question.ts';
import type { EventId, UserId } from '../../ids.ts';

/** What guests answered to the questions of events, which are written with their events. */
export interface QuestionStore {
  /** The questions of the event in their order, then the removed ones that were answered. */
  ofEvent(event: EventId): Promise<readonly AskedQuestion[]>;
  /**
   * Replaces the user's answers to the questions that are asked, those to removed ones stay. One step: `not_going` for a user with
   * neither RSVP nor booking, `outdated` when the event does not ask these questions in these kinds. Answers end with the last
   * of RSVP and booking, whatever ends it.
   */
  answer(
    event: EventId,
    user: UserId,
    questions: readonly Question[],
    answers: Answers,
  ): Promise<'answered' | 'not_going' | 'outdated'>;
  /** The answers of these users, those to removed questions included. */
  answersOf(event: EventId, users: readonly UserId[]): Promise<ReadonlyMap<UserId, Answers>>;
}
