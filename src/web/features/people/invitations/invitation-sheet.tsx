import { useEffect, useEffectEvent } from 'react';
import type { PrintedInvitation } from '#contract/people/invitation-calls';
import { useSite } from '../../../lib/page/site.ts';
import { WhatsAppLink } from '../../../ui/whatsapp-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { AcademyLogo } from '../../../ui/frame.tsx';
import { Row } from '../../../ui/layout.tsx';
import { formatDay } from '../../../ui/time-format.ts';
import { useZone } from '../../../ui/time.tsx';
import styles from './invitation-sheet.module.css';

/** Short enough to type: without the scheme and the link's token. */
const joinAddress = (link: string): string => `${new URL(link).host}/join`;

/**
 * Invitations to print and cut apart: each has its link as a QR code, and a code to type at a short address.
 * @param props.onPrint called after printing, also from the browser's own menu
 */
export function InvitationSheet({
  invitations,
  onPrint,
}: {
  invitations: readonly PrintedInvitation[];
  onPrint: () => void;
}) {
  const afterPrint = useEffectEvent(onPrint);
  useEffect(() => {
    const listener = () => afterPrint();
    window.addEventListener('afterprint', listener);
    return () => window.removeEventListener('afterprint', listener);
  }, []);
  const { academy, appearance } = useSite();
  const logo = appearance?.logo;
  const zone = useZone();
  return (
    <section className={styles['sheet']} aria-label="Invitations to print">
      <Row className={styles['head']}>
        <p>These links are shown only here. Print them now.</p>
        <Button onClick={() => window.print()}>Print the sheet</Button>
      </Row>
      <ul className={styles['invitations']}>
        {invitations.map(({ s_id, name, batch, link, code, expires_at, whatsapp, qr: { size, path } }) => (
          <li key={s_id} className={styles['invitation']}>
            <svg
              viewBox={`0 0 ${size} ${size}`}
              role="img"
              aria-label={`QR code of the link of ${name ?? s_id}`}
              shapeRendering="crispEdges"
              className={styles['code']}
            >
              <rect width={size} height={size} fill="#fff" />
              <path d={path} fill="#000" />
            </svg>
            <div className={styles['text']}>
              {logo?.light != null && <AcademyLogo {...logo} light={logo.light} />}
              <p className={styles['academy']}>{`${academy.name} student portal`}</p>
              <p className={styles['name']}>{name ?? s_id}</p>
              <p>{batch ?? 'Your batch will be assigned later'}</p>
              <p>{s_id}</p>
              <p>Point your phone’s camera here, or open</p>
              <p className={styles['link']}>{joinAddress(link)}</p>
              <p>
                <span>and type </span>
                <span className={styles['letters']}>{code}</span>
                <span> with your email or phone number.</span>
              </p>
              <p className={styles['chat']}>
                <span className={styles['address']}>{link}</span>
              </p>
              {whatsapp !== undefined && (
                <p className={styles['chat']}>
                  <WhatsAppLink href={whatsapp} name={name ?? s_id} />
                </p>
              )}
              <p>{`Valid until ${formatDay(Date.parse(expires_at), zone)}, only for you.`}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
