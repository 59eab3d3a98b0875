/** Decorative: words beside it say that it is the answer. */
export function Tick() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="m2.5 7.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
