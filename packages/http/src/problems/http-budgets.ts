/** The budgets of calls that the HTTP interface counts itself, by name. */
export const httpBudgets = ['sign-in-starts', 'all-calls', 'caller-slots'] as const;

export type HttpBudget = (typeof httpBudgets)[number];
