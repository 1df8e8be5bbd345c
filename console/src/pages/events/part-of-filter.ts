import { events as text } from "../../strings/events.ts";
import type { EventView } from "./event-view.ts";

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^[^@\s]+@[^@\s]+$/;
const IP = /^(\d{1,3}(\.\d{1,3}){3}|(?=.*:.*:)[0-9a-f:.%]+)$/i;

/** What to say when a filter has only a part of what it compares as a whole. */
export function partOfFilter({ user, admin, ip }: EventView): string | undefined {
  if (user !== "" && !USER_ID.test(user) && !ADDRESS.test(user)) return text.partOfPerson;
  if (admin !== "" && !ADDRESS.test(admin)) return text.partOfAdmin;
  return ip !== "" && !IP.test(ip) ? text.partOfIp : undefined;
}
