import type { Messages } from './en';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: 'en';
  }
}
