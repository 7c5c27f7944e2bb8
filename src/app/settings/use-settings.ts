import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Settings } from '../../store';
import { useFaultText } from '../fault-text';
import { useServices } from '../services';
import { say } from '../toasts';

/** The settings, and how to change one. A change shows at once, is stored, then given to the engine. */
export function useSettings() {
  const t = useTranslations('settings');
  const services = useServices();
  const faultText = useFaultText();
  const [settings, setSettings] = useState<Settings | null>(null);
  useEffect(() => {
    let ended = false;
    const read = () =>
      services.settings.read().then((found) => {
        if (!ended) setSettings(found.settings);
      });
    void read();
    const stop = services.onChange((kind) => {
      if (kind === 'settings') void read();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [services]);

  async function change<K extends keyof Settings>(key: K, value: Settings[K]): Promise<boolean> {
    // Shown at once: a control that waits for the store springs back under the finger.
    setSettings((shown) => (shown === null ? shown : { ...shown, [key]: value }));
    const result = await services.settings.write(key, value);
    if (!result.ok) {
      say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
      setSettings((await services.settings.read()).settings);
    }
    return result.ok;
  }

  return { settings, change };
}
