/** Whose service carries pushes to a device. */
export const platforms = ['fcm', 'apns', 'apns_sandbox', 'expo', 'web'] as const;
export type Platform = (typeof platforms)[number];
