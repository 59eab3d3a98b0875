import { vi } from 'vitest';

/** An IntersectionObserver whose entries the test makes: `share` of the observed elements is in view, or of those that are meant. */
export function mockIntersections() {
  const observed = new Map<Element, IntersectionObserverCallback>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback;
      }
      observe(element: Element) {
        observed.set(element, this.#callback);
      }
      unobserve(element: Element) {
        observed.delete(element);
      }
      disconnect() {
        for (const [element, callback] of observed) if (callback === this.#callback) observed.delete(element);
      }
    },
  );
  const scrollTo = (share: number, height = 100, isMeant: (element: Element) => boolean = () => true) => {
    for (const [target, callback] of [...observed].filter(([element]) => isMeant(element))) {
      const entry: Partial<IntersectionObserverEntry> = {
        target,
        isIntersecting: share > 0,
        intersectionRatio: share,
        intersectionRect: new DOMRect(0, 0, 100, height),
      };
      callback([entry as IntersectionObserverEntry], {} as IntersectionObserver);
    }
  };
  return { scrollTo, observed };
}
