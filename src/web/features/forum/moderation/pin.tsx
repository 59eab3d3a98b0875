/** Decorative: words beside it say "pinned". */
export function Pin() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path
        d="M4.5 1.5h5M5.5 1.5v4l-2 2.5h7l-2-2.5v-4M7 8v5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}
