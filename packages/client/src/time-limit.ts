/** A signal that ends a request after a while, or with the signal of its caller. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Frees the timer and the caller's signal; called once the request has ended. */
  readonly clear: () => void;
}

/** Starts a limit of `milliseconds`. `AbortSignal.timeout` and `AbortSignal.any` are missing in React Native. */
export const startTimeLimit = (milliseconds: number, caller?: AbortSignal): TimeLimit => {
  const controller = new AbortController();
  let isOver = false;
  const follow = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, milliseconds);
  if (caller?.aborted) follow();
  caller?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
};
