/** Under this name the second file of the worker leaves its function. */
export const DOORS_GLOBAL = 'sluiceDoors';
