/** What a guest answered, or did with seats, questions, the bring list or a report. */
export type Outcome =
  | 'going'
  | 'interested'
  | 'declined'
  | 'withdrawn'
  | 'series'
  | 'seriesEnd'
  | 'booked'
  | 'waitlisted'
  | 'answers'
  | 'full'
  | 'brings'
  | 'leaves'
  | 'taken'
  | 'reported'
  | 'admitted';

export const outcomes: readonly Outcome[] = [
  'going',
  'interested',
  'declined',
  'withdrawn',
  'series',
  'seriesEnd',
  'booked',
  'waitlisted',
  'answers',
  'full',
  'brings',
  'leaves',
  'taken',
  'reported',
  'admitted',
];

/** Whether nothing was changed, since others were faster. */
export const isConflict = (outcome: Outcome | null): boolean => outcome === 'full' || outcome === 'taken';

/** An answer that a guest can choose. */
export interface AnswerChoice {
  readonly answer: string;
  readonly label: string;
}
