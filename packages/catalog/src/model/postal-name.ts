/** A city as it is compared: capital letters, no points, single spaces. */
export function postalName(city: string): string {
  return city.replaceAll(".", "").replaceAll(/\s+/g, " ").trim().toUpperCase();
}
