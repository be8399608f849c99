/**
 * Darker and lighter shades than the library's own, for a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3), and no lists that
 * scroll by themselves and that no key reaches (2.1.1), whose long paths wrap instead (1.4.10), and targets of 24 pixels (2.5.8).
 */
export const apiReferenceStyle = `
.light-mode {
  --scalar-color-2: #595959;
  --scalar-color-3: #666;
  --scalar-color-green: #00704a;
  --scalar-color-blue: #0067a8;
  --scalar-color-red: #c00000;
  --scalar-color-orange: #a34a00;
  --scalar-color-yellow: #7a5c00;
  --scalar-color-purple: #5a3bb0;
}
.dark-mode {
  --scalar-color-3: #a0a0a0;
  --scalar-color-red: #ff6b6b;
}
button[aria-expanded].p-0\\.75 {
  min-width: 24px;
  min-height: 24px;
}
.endpoint-path { overflow-wrap: anywhere; white-space: normal; }
.endpoints, .scalar-card-content:has(> .endpoints) { max-height: none !important; overflow: visible !important; }
`;
