import { useEffect, type ReactNode } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './frame.module.css';

/** The previous screen. Module state: navigation may replace the frame. */
let lastPath: string | undefined;

/** Or main, without an h1. */
function focusHeading(main: HTMLElement): HTMLElement {
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return target;
}

export const footerId = 'footer';

/** Focuses the new screen's heading, and again when it replaces a skeleton's, unless the focus has moved. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isNavigation = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    const main = document.getElementById('main');
    if (!isNavigation || main === null) return;
    let target = focusHeading(main);
    const observer = new MutationObserver(() => {
      if (!target.isConnected && document.activeElement === document.body) target = focusHeading(main);
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

export function Frame({
  brand,
  brandTo,
  bar,
  places,
  footer,
  isWide = false,
  marksRequired = false,
  children,
}: {
  brand: BrandMark;
  brandTo: string;
  bar: ReactNode;
  /** Below the header. */
  places?: ReactNode;
  footer: ReactNode;
  /** For tables and marking. */
  isWide?: boolean;
  marksRequired?: boolean;
  children: ReactNode;
}) {
  useFocusAfterNavigation();
  return (
    <div className={styles['frame']} data-wide={isWide || undefined}>
      <NavigationProgress />
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <header className={styles['bar']}>
        {brand.note && <Note {...brand.note} />}
        <div className={styles['inner']}>
          <Link className={styles['brand']} to={brandTo} data-brand>
            <Brand {...brand} />
          </Link>
          <nav className={styles['nav']} aria-label="Main">
            {bar}
          </nav>
        </div>
      </header>
      {places}
      <main
        id="main"
        tabIndex={-1}
        className={styles['main']}
        data-marks-required={marksRequired || undefined}
      >
        {children}
      </main>
      <footer id={footerId} className={styles['footer']}>
        <div className={styles['inner']}>{footer}</div>
      </footer>
    </div>
  );
}

/** Without a logo the portal's arch shows. */
export type BrandMark = {
  name: string;
  logo: { light: string | null; dark: string | null } | null;
  /** One line above the header. */
  note?: { text: string; link?: { href: string; label: string }; isWarning?: boolean };
};

function Note({ text, link, isWarning }: NonNullable<BrandMark['note']>) {
  return (
    <p className={styles['note']} data-warning={isWarning || undefined}>
      <span>{text}</span>
      {link && <a href={link.href}>{link.label}</a>}
    </p>
  );
}

function Brand({ name, logo }: BrandMark) {
  return (
    <>
      {logo?.light == null ? <Arch /> : <AcademyLogo {...logo} light={logo.light} />}
      <span>{name}</span>
    </>
  );
}

/** Paper has the light one. */
export function AcademyLogo({ light, dark }: { light: string; dark: string | null }) {
  return (
    <picture>
      {dark !== null && <source srcSet={dark} media="screen and (prefers-color-scheme: dark)" />}
      <img className={styles['picture']} src={light} alt="" height="28" />
    </picture>
  );
}

export function SkeletonBar({ brand }: { brand: BrandMark }) {
  return (
    <header className={styles['bar']}>
      {brand.note && <Note {...brand.note} />}
      <div className={styles['inner']}>
        <span className={styles['brand']}>
          <Brand {...brand} />
        </span>
      </div>
    </header>
  );
}

/** As wide as the frame; narrower for `reading`, and denser for `work`. */
export function PageBody({
  width,
  className,
  children,
}: {
  width?: 'reading' | 'work';
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={classNames(styles['page'], width && styles[width], className)}>{children}</div>;
}

export function FooterLinks({ children }: { children: ReactNode }) {
  return <div className={styles['links']}>{children}</div>;
}

function Arch() {
  return (
    <svg
      className={styles['logo']}
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

/** Fixed to the window's bottom, so that nothing moves when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return <div className={styles['banner']}>{children}</div>;
}

function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={styles['progress']} aria-hidden="true" />;
}
