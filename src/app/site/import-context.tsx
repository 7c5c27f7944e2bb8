import { createContext, useContext } from 'react';

/** Opens the page's file picker for an import. */
export const ImportContext = createContext<() => void>(() => undefined);

/** How to let the person choose files to import. */
export function useImport(): () => void {
  return useContext(ImportContext);
}
