import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';

export type MenuItem =
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly id: string; readonly separator: true };

export type MenuProps = {
  /** The button, which brings its own name and takes what a button takes. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
};
