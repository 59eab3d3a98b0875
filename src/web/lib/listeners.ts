export function createListeners<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    notify: (...told: Told): void => listeners.forEach((listener) => listener(...told)),
    /** @returns ends it */
    subscribe: (listener: (...told: Told) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
