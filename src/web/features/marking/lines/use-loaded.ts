import { useEffect, useEffectEvent, useState } from 'react';

type Loaded<T> = { value: T } | { error: unknown } | null;

/** Loads once, when the component is shown; null until then. Key the component by what is loaded. */
export function useLoaded<T>(load: () => Promise<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>(null);
  const begin = useEffectEvent((isShown: () => boolean) =>
    load().then(
      (value) => isShown() && setLoaded({ value }),
      (error: unknown) => isShown() && setLoaded({ error }),
    ),
  );
  useEffect(() => {
    let isShown = true;
    void begin(() => isShown);
    return () => void (isShown = false);
  }, []);
  return {
    loaded,
    setValue: (change: (value: T) => T) =>
      setLoaded((now) => (now !== null && 'value' in now ? { value: change(now.value) } : now)),
    retry(): void {
      setLoaded(null);
      load().then(
        (value) => setLoaded({ value }),
        (error: unknown) => setLoaded({ error }),
      );
    },
  };
}
