import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PassphraseFault } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useFaultText } from '../../fault-text';
import { useServices } from '../../services';
import { say } from '../../toasts';
import shared from '../site.module.css';

const SHORTEST = 8;
type Asking = 'set' | 'change' | 'unlock' | 'takeAway' | 'forgotten';

/** A passphrase over all secrets: set, change, unlock, lock, take away, and the way out where it was forgotten. */
export function PassphrasePart({
  state,
  onChanged,
}: {
  readonly state: 'plain' | 'locked' | 'unlocked';
  readonly onChanged: () => void;
}) {
  const t = useTranslations('secrets.passphrase');
  const services = useServices();
  const [asking, setAsking] = useState<Asking | null>(null);
  async function lock() {
    (await services.secrets.protection()).lock();
    onChanged();
  }
  const next = {
    plain: { label: 'set', act: () => setAsking('set') },
    locked: { label: 'unlock', act: () => setAsking('unlock') },
    unlocked: { label: 'lock', act: () => void lock() },
  } as const;
  const { label, act } = next[state];
  return (
    <section
      className={state === 'locked' ? shared.notice : `${shared.notice} ${shared.calm}`}
      aria-labelledby="passphrase"
    >
      <div>
        <h3 id="passphrase">{t('title')}</h3>
        <p>{t(state)}</p>
      </div>
      {/* One button in every state, so that whoever pressed it still has the focus in the next one. */}
      <Button variant={state === 'locked' ? 'primary' : 'default'} onClick={act}>
        {t(label)}
      </Button>
      {state === 'locked' && (
        <Button variant="quiet" onClick={() => setAsking('forgotten')}>
          {t('forgotten')}
        </Button>
      )}
      {state === 'unlocked' && (
        <>
          <Button onClick={() => setAsking('change')}>{t('change')}</Button>
          <Button onClick={() => setAsking('takeAway')}>{t('takeAway')}</Button>
        </>
      )}
      {(asking === 'set' || asking === 'change' || asking === 'unlock') && (
        <PassphraseDialog what={asking} onDone={onChanged} onClose={() => setAsking(null)} />
      )}
      {(asking === 'takeAway' || asking === 'forgotten') && (
        <ConfirmDialog what={asking} onDone={onChanged} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

function useWhy(): (fault: PassphraseFault) => string {
  const t = useTranslations('secrets.passphrase');
  const faultText = useFaultText();
  return (fault) => {
    switch (fault.reason) {
      case 'weak':
        return t('weak', { shortest: SHORTEST });
      case 'wrong':
      case 'busy':
      case 'open':
        return t(fault.reason);
      default:
        return faultText(fault);
    }
  };
}

function PassphraseDialog({
  what,
  onDone,
  onClose,
}: {
  readonly what: 'set' | 'change' | 'unlock';
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('secrets.passphrase');
  const app = useTranslations('app');
  const services = useServices();
  const why = useWhy();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string | undefined>();
  // Never the value of a controlled field: that would be written into the page's markup.
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);

  async function save() {
    const typed = first.current?.value ?? '';
    if (what !== 'unlock' && typed !== (second.current?.value ?? '')) {
      setError(t('different'));
      return;
    }
    setWorking(true);
    const protection = await services.secrets.protection();
    const result = what === 'unlock' ? await protection.unlock(typed) : await protection.protect(typed);
    setWorking(false);
    if (!result.ok) {
      setError(why(result.error));
      return;
    }
    if (first.current !== null) first.current.value = '';
    if (second.current !== null) second.current.value = '';
    say(t(what === 'unlock' ? 'didUnlock' : 'didSet'));
    onDone();
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${what}Title`)}
      {...(what === 'unlock' ? {} : { description: t('setText') })}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="primary" disabled={working} onClick={() => void save()}>
            {working ? t('working') : t(what)}
          </Button>
        </>
      }
    >
      <form
        className={shared.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={t('field')} error={error}>
          {(ids) => (
            <TextInput
              {...ids}
              ref={first}
              type="password"
              autoComplete={what === 'unlock' ? 'current-password' : 'new-password'}
            />
          )}
        </Field>
        {what !== 'unlock' && (
          <Field label={t('again')}>
            {(ids) => <TextInput {...ids} ref={second} type="password" autoComplete="new-password" />}
          </Field>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function ConfirmDialog({
  what,
  onDone,
  onClose,
}: {
  readonly what: 'takeAway' | 'forgotten';
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('secrets.passphrase');
  const app = useTranslations('app');
  const services = useServices();
  const why = useWhy();
  async function go() {
    const protection = await services.secrets.protection();
    const result = what === 'takeAway' ? await protection.unprotect() : await protection.forgetAll();
    if (result.ok) say(t(what === 'takeAway' ? 'didTakeAway' : 'didForget'));
    else say(why(result.error), { tone: 'danger' });
    onDone();
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${what}Title`)}
      description={t(`${what}Text`)}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="danger" onClick={() => void go()}>
            {t(what === 'takeAway' ? 'takeAway' : 'forgottenDo')}
          </Button>
        </>
      }
    />
  );
}
