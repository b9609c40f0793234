/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* setgroups() */
#include "session/crew.h"

#include <criterion/criterion.h>
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#define MANY 500u

typedef struct {
    gint done, at_once, most; /* atomic */
} Count;

static void work(gpointer data, gpointer user_data)
{
    Count *count = user_data;
    gint at_once = g_atomic_int_add(&count->at_once, 1) + 1;
    gint most;

    cr_assert_not_null(data);
    do
        most = g_atomic_int_get(&count->most);
    while (at_once > most && !g_atomic_int_compare_and_exchange(&count->most, most, at_once));
    g_usleep(100);
    g_atomic_int_add(&count->at_once, -1);
    g_atomic_int_inc(&count->done);
}

static void give_many(CordonCrew *crew)
{
    for (guint i = 0; i < MANY; i++)
        cordon_crew_give(crew, GUINT_TO_POINTER(i + 1));
}

Test(crew, all_that_was_given_is_done_before_it_is_freed_and_never_more_at_once)
{
    Count count = {0};
    CordonCrew *crew = cordon_crew_new(work, &count, 3, NULL);

    cr_assert_not_null(crew);
    give_many(crew);
    cordon_crew_free(crew);
    cr_expect_eq(count.done, (gint)MANY);
    cr_expect_leq(count.most, 3);
}

/* A user that has no process but this one, so that the limit counts. */
static gboolean forbid_threads(void)
{
    const struct rlimit none = {1, 1};

    if (geteuid() == 0 && (setgroups(0, NULL) < 0 || setgid(54321) < 0 || setuid(54321) < 0))
        return FALSE;
    return setrlimit(RLIMIT_NPROC, &none) == 0;
}

Test(crew, where_no_thread_can_be_had_any_more_one_does_it_all)
{
    Count count = {0};
    CordonCrew *crew = cordon_crew_new(work, &count, 8, NULL);

    cr_assert_not_null(crew);
    if (!forbid_threads())
        cr_skip_test("the limit on processes cannot be set");
    give_many(crew);
    cordon_crew_free(crew);
    cr_expect_eq(count.done, (gint)MANY);
    cr_expect_eq(count.most, 1);
    g_autoptr(GError) error = NULL;
    cr_expect_null(cordon_crew_new(work, &count, 8, &error));
    cr_expect_not_null(error);
}
