import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import secrets from '../../messages/en/secrets';

/** Gives the page of the secrets its texts, which do not come with the first page. */
export function SecretMessages({ children }: { readonly children: ReactNode }) {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const whole = useMemo(() => ({ ...messages, secrets }), [messages]);
  return (
    <IntlProvider locale={locale} messages={whole} {...(timeZone === undefined ? {} : { timeZone })}>
      {children}
    </IntlProvider>
  );
}
