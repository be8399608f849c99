/** What a guest answered. */
export type Outcome = 'going' | 'interested' | 'declined' | 'withdrawn';

export const outcomes: readonly Outcome[] = ['going', 'interested', 'declined', 'withdrawn'];

/** An answer that a guest can choose. */
export interface AnswerChoice {
  /** `none` takes an answer back. */
  readonly answer: 'going' | 'interested' | 'declined' | 'none';
  readonly label: string;
}
