import type { ReactNode } from 'react';
import styles from './signed-in-bar.module.css';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles['icon']}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** On narrow screens. */
export const sectionIcons = {
  home: (
    <Icon>
      <path d="M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5" />
    </Icon>
  ),
  dashboard: (
    <Icon>
      <path d="M3 17V9.5a7 7 0 0 1 14 0V17M7 17v-6a3 3 0 0 1 6 0v6M2 17h16" />
    </Icon>
  ),
  submission: (
    <Icon>
      <path d="M10 12.5V3M6.5 6.5 10 3l3.5 3.5M3 12v4.5h14V12" />
    </Icon>
  ),
  forum: (
    <Icon>
      <path d="M3 4h14v9.5H9.5L6 17v-3.5H3Z" />
    </Icon>
  ),
  office: (
    <Icon>
      <circle cx="7" cy="7" r="2.75" />
      <path d="M2 16c.4-2.9 2.3-4.5 5-4.5s4.6 1.6 5 4.5M12.5 4.6a2.75 2.75 0 0 1 0 4.9M14 11.9c2.2.4 3.6 1.9 4 4.1" />
    </Icon>
  ),
  marks: (
    <Icon>
      <path d="M3.5 17v-5M10 17V4M16.5 17V8.5" />
    </Icon>
  ),
  account: (
    <Icon>
      <circle cx="10" cy="6.5" r="3.5" />
      <path d="M3 17.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5" />
    </Icon>
  ),
};
