import { createTheme } from '@mantine/core';

/** The component library in our look; its variables stand in mantine.css, where tokens.css gives them their values. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  cursorType: 'pointer',
  focusRing: 'never',
  respectReducedMotion: true,
});
