import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './frame.module.css';
import { NavigationProgress } from './navigation-progress.tsx';

/** The screen that was shown last; it outlives a frame, since another one may surround the next screen. */
let lastPath: string | undefined;

/** Gives the focus to the screen's heading, or to its content where there is none. */
function focusHeading(main: HTMLElement): HTMLElement {
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return target;
}

/**
 * After a change of screen the focus goes to its heading, as a freshly loaded page begins at its top; also to the
 * heading that takes the place of an outline's, unless the focus has gone elsewhere meanwhile.
 */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isChange = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    const main = document.getElementById('main');
    if (!isChange || main === null) return;
    let target = focusHeading(main);
    const changes = new MutationObserver(() => {
      if (!target.isConnected && document.activeElement === document.body) target = focusHeading(main);
    });
    changes.observe(main, { childList: true, subtree: true });
    return () => changes.disconnect();
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
      <NavigationProgress />
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <header className={styles['bar']}>
        <div className={styles['inner']}>
          <Link className={styles['brand']} to={brandTo}>
            <Brand name={brand} />
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

function Brand({ name }: { name: string }) {
  return (
    <>
      <Mark />
      <span>{name}</span>
    </>
  );
}

/** The bar of a screen that is on its way: the same place and the same brand, nothing to press yet. */
export function SkeletonBar({ brand }: { brand: string }) {
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <span className={styles['brand']}>
          <Brand name={brand} />
        </span>
      </div>
    </header>
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
      width="38"
      height="28"
      viewBox="0 0 30 22"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M7.8 21H.6A14.4 14.4 0 0 1 3 13.1l5.8 4.2A7.2 7.2 0 0 0 7.8 21ZM9.6 16.3 3.7 12a14.4 14.4 0 0 1 6.2-4.5l2.3 6.9a7.2 7.2 0 0 0-2.6 1.9ZM17.8 14.4l2.3-6.9a14.4 14.4 0 0 1 6.2 4.5l-5.9 4.3a7.2 7.2 0 0 0-2.6-1.9ZM21.2 17.3l5.8-4.2a14.4 14.4 0 0 1 2.4 7.9h-7.2a7.2 7.2 0 0 0-1-3.7Z" />
      <path d="M13.7 14.8 10.6 5.2a16.4 16.4 0 0 1 8.8 0l-3.1 9.6a6.3 6.3 0 0 0-2.6 0Z" />
    </svg>
  );
}
