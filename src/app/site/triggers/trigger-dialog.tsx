import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TriggerConfig, TriggerRow } from '../../../engine/triggers/types';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { History } from './history';
import { TriggerForm } from './trigger-form';

/** A trigger's settings, stored when the person says so, and what happened to it. */
export function TriggerDialog({
  row,
  onStore,
  onClose,
}: {
  readonly row: TriggerRow;
  readonly onStore: (config: TriggerConfig) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('triggers');
  const [config, setConfig] = useState(row.config);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title={row.label}
      closeLabel={t('close')}
      footer={
        <Button variant="primary" onClick={() => onStore(config)}>
          {t('store')}
        </Button>
      }
    >
      <TriggerForm id={row.id} config={config} onChange={setConfig} />
      <History row={row} />
    </Dialog>
  );
}
