import type { AppSecret } from '#contract/accounts/second-factor-calls';
import styles from './app-picture.module.css';

/** The app's secret as a QR code, and as letters for an app on this phone. */
export function AppPicture({ app: { secret, uri, picture } }: { app: AppSecret }) {
  const { size, path } = picture;
  return (
    <div className={styles['setup']}>
      <p>
        Scan this code with your authenticator app. Then enter the six digits that it shows. On this phone,{' '}
        <a href={uri}>open the app</a> or type the key into it.
      </p>
      <svg
        className={styles['picture']}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the key below"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        Key: <code className={styles['key']}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </div>
  );
}
