import type { AuditEntry, AuditLog } from '../src/ports/operators/audit-log.ts';

/** Keeps the entries in a list, oldest first. */
export const memoryAuditLog = (): AuditLog & { readonly entries: readonly AuditEntry[] } => {
  const entries: AuditEntry[] = [];
  return { entries, record: (entry) => void entries.push(entry) };
};
