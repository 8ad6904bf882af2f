import { SORT_DIRECTIONS, USER_SORTS } from "@app/core/users/user-order";

/** The order an address asks for; what is no order asks for none. */
export function readUserOrder(params: URLSearchParams) {
  return {
    sort: USER_SORTS.find((sort) => sort === params.get("sort")),
    direction: SORT_DIRECTIONS.find((direction) => direction === params.get("direction")),
  };
}
