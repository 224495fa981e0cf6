#include "render/phrases.hpp"

namespace headtrace::phrase {

const Text head{"head {}", "头 {}"};
const Text kv_head{"kv head {}", "kv 头 {}"};
const Text axis{"axis {}", "轴 {}"};
const Text in_feature{"in", "输入"};
const Text out_feature{"out", "输出"};
const Text more{"… {} more …", "… 略去 {} 个 …"};
const Text more_range{"… {} more ({}) …", "… 略去 {} 个（{}）…"};
const Text fewer_digits{"(fewer digits, so that a number fits the width)",
                        "（为了放得进这个宽度，少写了几位数字）"};
const Text colon{": ", "："};
const Text comma{", ", "，"};
const Text semicolon{"; ", "；"};
const Text full_stop{".", "。"};
const Text in_list{", ", "、"};
const Text no_elements{"(no elements)", "（没有元素）"};
const Text not_shown{"({} more not shown)", "（略去 {} 个）"};

const Text lesson{"Lesson {}", "课程 {}"};
const Text sizes{"sizes", "大小"};
const Text minutes{"about {} minutes", "约 {} 分钟"};
const Text input{"input", "输入"};
const Text step{"Step {}", "第 {} 步"};
const Text memory{"memory", "内存"};
const Text layout{"layout", "存法"};
const Text in_out{"in_out: row = input feature, column = output feature, y = x·W",
                  "in_out：行是输入特征，列是输出特征，y = x·W"};
const Text out_in{"out_in: row = output feature, column = input feature, y = x·Wᵀ",
                  "out_in：行是输出特征，列是输入特征，y = x·Wᵀ"};
const Text strides{"strides {}", "步长 {}"};
const Text strides_column{"strides", "步长"};
const Text contiguous{"contiguous", "连续"};
const Text not_contiguous{"not contiguous", "不连续"};
const Text view_of{"a view of {}: same memory, no copy", "{} 的视图：同一块内存，没有复制"};
const Text parameters{"parameters", "参数"};
const Text parameter_count{"{} parameters", "{} 个参数"};
const Text values{"values", "数值"};
const Text note{"Note", "说明"};
const Text remark{"Mind", "留意"};

const Text summary{"Summary", "总览"};
const Text name{"name", "名称"};
const Text axes{"axes", "各轴"};
const Text view{"view", "视图"};
const Text total_parameters{"{} parameters in all. A view shares its memory with another tensor.",
                            "共 {} 个参数。视图与另一个张量共用内存。"};
const Text stopped{"stopped at step {} `{}`: {}", "停在第 {} 步 `{}`：{}"};

const Text mean{"mean", "平均"};
const Text sigma{"σ", "σ"};
const Text min{"min", "最小"};
const Text max{"max", "最大"};
const Text zero{"{} zero", "{} 个零"};
const Text zeros{"{} zeros", "{} 个零"};

const Text more_terms{"… {} more terms, together {} …", "… 另外 {} 项，合计 {} …"};
const Text reads{"reads {}", "读取 {}"};
const Text same_number{"the same number as {}", "就是 {} 的那个数"};
const Text place_in_memory{"{} stands at offset {} = {}", "{} 在内存中的偏移量是 {} = {}"};
const Text rounded{"(≈: the numbers shown are rounded)", "（≈：写出的数字经过四舍五入）"};

const Text gradient_norm{"norm", "范数"};
const Text loss_meaning{
    "One number that says how far off the result is; from it the gradients are taken.",
    "一个数，说明结果差多远；后面所有的梯度，都是这个数对各个张量求导得到的。"};
const Text gradient_meaning{
    "How steeply the loss grows when one of the tensor's numbers does: what every step that reads "
    "the tensor hands back, added up.",
    "张量里的某个数增大时，损失以多快的速度跟着增大。凡是读取这个张量的步骤各传回一份，加起来就是它"
    "。"};

}  // namespace headtrace::phrase
