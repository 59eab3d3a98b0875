import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './frame.module.css';

/** After a change of screen the focus goes to its heading, as a freshly loaded page begins at its top. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    if (target === null) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}

/** What surrounds every screen: skip link, bar, main, footer. */
export function Frame({
  brand,
  brandTo,
  bar,
  footer,
  children,
}: {
  brand: string;
  /** Where the brand leads. */
  brandTo: string;
  /** Stands at the end of the bar. */
  bar: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}) {
  useFocusAfterNavigation();
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <header className={styles['bar']}>
        <div className={styles['inner']}>
          <Link className={styles['brand']} to={brandTo}>
            <Mark />
            <span>{brand}</span>
          </Link>
          <nav className={styles['nav']} aria-label="Main">
            {bar}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <footer className={styles['footer']}>
        <div className={styles['inner']}>{footer}</div>
      </footer>
    </div>
  );
}

/** The content's column: the whole page, `narrow` for a form, `reading` for running text. */
export function PageBody({
  width,
  className,
  children,
}: {
  width?: 'narrow' | 'reading';
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={classNames(styles['page'], width && styles[width], className)}>{children}</div>;
}

/** Links of the footer in a row that wraps. */
export function FooterLinks({ children }: { children: ReactNode }) {
  return <div className={styles['links']}>{children}</div>;
}

/** An arch of four stones and, in the accent colour, the one that closes it. */
function Mark() {
  return (
    <svg
      className={styles['mark']}
      width="30"
      height="24"
      viewBox="0 0 30 24"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M0 23.5v-6.2l7 1v5.2zM.4 15.3A15 15 0 0 1 4.6 6.8l5 5.2a8 8 0 0 0-2.2 4.3zM30 23.5v-6.2l-7 1v5.2zM29.6 15.3a15 15 0 0 0-4.2-8.5l-5 5.2a8 8 0 0 1 2.2 4.3z" />
      <path
        d="m5.9 5.600 4.600-3.400 1.200 8.200-.700.400zM24.100 5.600l-4.600-3.400-1.200 8.200.700.400z"
        opacity=".55"
      />
      <path d="M11.300.700h7.400l-1.600 9.200h-4.200z" />
    </svg>
  );
}
