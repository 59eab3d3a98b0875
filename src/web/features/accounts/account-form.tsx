import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { loadWholeStyles } from '../../lib/page/page-styles.tsx';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './account-form.module.css';

/** Whoever fills this form in will be inside next. */
function useWholeStylesWhenIdle(): void {
  useEffect(() => {
    void whenIdle()
      .then(loadWholeStyles)
      // The next screen asks again.
      .catch(() => undefined);
  }, []);
}

/** Heading and form, with a drawing beside or (on phones) above. */
export function AccountPage({
  title,
  lead,
  promise,
  isBeginning = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** One sentence below the drawing, if there is room. */
  promise: string;
  /** For new users: the arch lacks its capstone. */
  isBeginning?: boolean;
  children: ReactNode;
}) {
  useWholeStylesWhenIdle();
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <Card raised className={styles['card']}>
        {children}
      </Card>
      <div className={styles['picture']}>
        <Gate isOpen={isBeginning} />
        <p className={styles['promise']}>{promise}</p>
      </div>
    </div>
  );
}

export function AccountFooter({ children }: { children: ReactNode }) {
  return <div className={styles['foot']}>{children}</div>;
}

export function AccountForm({
  form,
  button,
  variant = 'primary',
  message,
  further,
  footer,
  after,
  children,
  ...page
}: Omit<Parameters<typeof AccountPage>[0], 'children'> &
  Pick<
    ComponentProps<typeof ActionForm>,
    'form' | 'button' | 'variant' | 'message' | 'further' | 'children'
  > & {
    footer?: ReactNode;
    /** A second form, in the same card. */
    after?: ReactNode;
  }) {
  const { failure, failureId } = form;
  useEffect(() => {
    if (failure === undefined || failureId === undefined) return;
    // After the focus has moved to the field, which shows no error of its own.
    const frame = requestAnimationFrame(() =>
      document.getElementById(failureId)?.scrollIntoView?.({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [failure, failureId]);
  return (
    <AccountPage {...page}>
      <ActionForm
        {...{ form, button, variant, message, further }}
        wide
        noValidate
        buttons={styles['buttons']}
      >
        {children}
      </ActionForm>
      {footer !== undefined && <AccountFooter>{footer}</AccountFooter>}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {after}
    </AccountPage>
  );
}

const stones =
  'M72,190L30,190A150 150 0 0 1 44.2,126.4L82.2,144.2A108 108 0 0 0 72,190ZM83.7,141.1L46.2,122.1A150 150 0 0 1 85.8,73.3L112.2,105.9A108 108 0 0 0 83.7,141.1ZM114.9,103.9L89.5,70.4A150 150 0 0 1 146.5,43.8L155.9,84.7A108 108 0 0 0 114.9,103.9ZM204.1,84.7L213.5,43.8A150 150 0 0 1 270.5,70.4L245.1,103.9A108 108 0 0 0 204.1,84.7ZM247.8,105.9L274.2,73.3A150 150 0 0 1 313.8,122.1L276.3,141.1A108 108 0 0 0 247.8,105.9ZM277.8,144.2L315.8,126.4A150 150 0 0 1 330,190L288,190A108 108 0 0 0 277.8,144.2Z';
const piers =
  'M30,194H72V242H30ZM30,246H72V294H30ZM30,298H72V346H30ZM288,194H330V242H288ZM288,246H330V294H288ZM288,298H330V346H288Z';
const capstone = 'M160.2,92L147.2,27.3A166 166 0 0 1 212.8,27.3L199.8,92A100 100 0 0 0 160.2,92Z';

/**
 * A decorative drawing: the arch as a gate.
 * @param isOpen whether its capstone is missing
 */
function Gate({ isOpen }: { isOpen: boolean }) {
  return (
    <svg className={styles['arch']} viewBox="0 0 360 384" aria-hidden="true">
      <clipPath id="gate-opening">
        <path d="M74,350V190A106 106 0 0 1 286,190V350Z" />
      </clipPath>
      <g clipPath="url(#gate-opening)">
        <path className={styles['sky']} d="M72,80H288V350H72Z" />
        <circle className={styles['sun']} cx="222" cy="196" r="30" />
        <path className={styles['hills']} d="M60,262C100,222 132,226 168,250S244,216 300,240V350H60Z" />
        <path className={styles['meadow']} d="M60,284C112,262 150,286 196,278S262,264 300,276V350H60Z" />
        <path
          className={styles['road']}
          d="M128,350C150,322 212,316 196,300C184,289 168,288 176,279H182C180,288 206,290 220,302C240,320 224,332 232,350Z"
        />
        <path
          className={styles['palm']}
          d="M106,306C112,270 110,246 120,214M120,214C108,200 94,200 86,210M120,214C118,196 106,186 94,186M120,214C124,196 138,188 150,192M120,214C134,204 148,208 154,220M120,214C108,210 98,220 96,232M120,214C130,216 136,226 136,238"
        />
      </g>
      <path className={styles['stone']} d={stones + piers} />
      <path className={styles['plinth']} d="M16,350H344V364H16ZM2,368H358V382H2Z" />
      {isOpen && <path className={styles['gap']} d={capstone} />}
      <path className={styles['capstone']} d={capstone} data-open={isOpen || undefined} />
    </svg>
  );
}
