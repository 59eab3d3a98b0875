import { useEffect, useState } from 'react';
import { call } from '../../lib/client.ts';

/** How long a question must be in view before it counts as read. */
const readMs = 1000;
/** The newest ones are remembered; a view that is told twice counts once on the server all the same. */
const mostRemembered = 2000;

function remembered(key: string): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

function remember(key: string, seen: Set<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...seen].slice(-mostRemembered)));
  } catch {
    // Without storage the server is told again at the next visit.
  }
}

/** Half of a question, or half of the window where the question is taller. */
function isInView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
}: IntersectionObserverEntry): boolean {
  return isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
}

type Watch = (element: Element, id: string) => () => void;

function makeWatch(s_id: string, reader: string): { watch: Watch; stop: () => void } {
  const key = `capstone read ${reader}`;
  const seen = remembered(key);
  const ids = new Map<Element, string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  async function tell(id: string): Promise<void> {
    timers.delete(id);
    seen.add(id);
    await call('viewQuestion', { params: { s_id, id }, isBackground: true });
    remember(key, seen);
  }
  function look(entry: IntersectionObserverEntry): void {
    const id = ids.get(entry.target);
    if (id === undefined || seen.has(id)) return;
    if (!isInView(entry)) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    } else if (!timers.has(id)) {
      // Nobody waits for it: a view that cannot be told now is told when the question is next read.
      timers.set(
        id,
        setTimeout(() => void tell(id).catch(() => seen.delete(id)), readMs),
      );
    }
  }
  const thresholds = { threshold: [0, 0.25, 0.5, 0.75, 1] };
  let observer: IntersectionObserver | undefined;
  return {
    watch(element, id) {
      ids.set(element, id);
      const watching = (observer ??= new IntersectionObserver(
        (entries) => entries.forEach(look),
        thresholds,
      ));
      watching.observe(element);
      return () => {
        ids.delete(element);
        watching.unobserve(element);
      };
    },
    stop() {
      observer?.disconnect();
      observer = undefined;
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}

/**
 * Tells the server once about each question that stood in view for a second.
 * @param s_id the address that stands in the calls
 * @param reader who reads, because people share devices
 */
export function useViewTracking(s_id: string, reader: string): Watch {
  const [{ watch, stop }] = useState(() => makeWatch(s_id, reader));
  useEffect(() => stop, [stop]);
  return watch;
}
