import type { MouseEvent } from 'react';

/**
 * The handler of a control that becomes its opposite when it is pressed (Run and Stop stand at one place). The second
 * press of a double click belongs to what stood there first, so it is left alone; keys always act.
 */
export function firstClick(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) act();
  };
}
