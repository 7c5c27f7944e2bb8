import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '../../ui/switch';
import type { HostStanding } from '../../worker/service-protocol';
import { askHost } from './ask-host';
import styles from './settings-page.module.css';
import { useSettings } from './use-settings';

/** Whether pages of this address reach the workflows over HTTP, and who answers them. */
export function DoorsLine() {
  const t = useTranslations('doors.settings');
  const { settings, change } = useSettings();
  const host = useHost();
  if (settings === null) return null;
  const { origin } = window.location;
  const answer = answerOf(host, settings.doors);
  return (
    <div className={styles.switch}>
      <Switch
        id="doors"
        describedBy="doors-help doors-answer"
        checked={settings.doors}
        onChange={(on) => void change('doors', on)}
      />
      <div>
        <label htmlFor="doors" className={styles.label}>
          {t('label')}
        </label>
        <p id="doors-help" className={styles.help}>
          {t('text', { origin, address: `${origin}/api/flowdrop` })}
        </p>
        <p id="doors-answer" className={styles.help} role="status">
          {t(answer)}{' '}
          {(answer === 'browser' || answer === 'host') && (
            <a href="/openapi.json" target="_blank" rel="noreferrer">
              {t('description')}
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

function answerOf(host: HostStanding | null, open: boolean) {
  if (host === 'host') return 'host';
  if (!open) return 'off';
  if (host === null) return 'checking';
  return host === 'none' ? 'browser' : 'nobody';
}

/** Null until the Service Worker has said; asked again when another one takes over. */
function useHost(): HostStanding | null {
  const [host, setHost] = useState<HostStanding | null>(null);
  useEffect(() => {
    let ended = false;
    const ask = () =>
      void askHost().then((standing) => {
        if (!ended) setHost(standing);
      });
    ask();
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('controllerchange', ask);
    return () => {
      ended = true;
      serviceWorker?.removeEventListener('controllerchange', ask);
    };
  }, []);
  return host;
}
